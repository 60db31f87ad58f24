import { createPool } from "../server/src/floor/database/pool.ts";
import { quiet } from "./log.ts";
import { readFileSync } from "node:fs";
const { url } = JSON.parse(readFileSync("/tmp/search-scale.log", "utf8"));
const pool = createPool(url, { log: quiet });
await pool.query("drop function if exists find_by_words");
for (const f of ["grams","word_grams","has_grams","people_of","mail_head","short_word","has_word","indexed_word","find_by_words","search_tickets","search_messages"]) await pool.query(readFileSync(`server/src/floor/database/functions/${f}.sql`, "utf8"));
for (const q of process.argv.slice(2)) console.log((await pool.query(q)).rows);
await pool.end();
