// The page of a game: its first table came with it, or is worked out here.

import { given } from "./dom.js";
import { play } from "./playing.js";
import { Tables } from "./tables.js";

const about = given("about");
play(about, await Tables.of(about, given("table")));
