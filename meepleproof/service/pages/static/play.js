// The page of a game that the server brought with it.

import { given } from "./dom.js";
import { play } from "./playing.js";
import { Tables } from "./tables.js";

const about = given("about");
play(about, new Tables(about, given("table")));
