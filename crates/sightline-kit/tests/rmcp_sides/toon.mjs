// Reads a list of TOON texts, and writes the list of their values.
import { decode } from "@toon-format/toon";

let text = "";
for await (const chunk of process.stdin) text += chunk;
const read = (toon) => {
  try {
    return decode(toon);
  } catch (error) {
    return { refused: String(error.message ?? error) };
  }
};
console.log(JSON.stringify(JSON.parse(text).map(read)));
