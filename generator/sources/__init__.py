"""Where puzzles come from: dealt rows, sought tiles, ends of games that players played."""
