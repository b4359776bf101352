// Documents that are listed once and referred to by number.
export class Numbered {
  listed = [];
  numbers = new Map();

  number(document) {
    const key = JSON.stringify(document);
    if (!this.numbers.has(key)) {
      this.numbers.set(key, this.listed.length);
      this.listed.push(document);
    }
    return this.numbers.get(key);
  }
}
