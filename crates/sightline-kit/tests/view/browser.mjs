// Serves pages and a package on one origin, notes what reaches another, opens a page in a sandboxed frame,
// and passes messages between the frame and standard input and output. Knows nothing of MCP.
import { createInterface } from "node:readline";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { readFileSync } from "node:fs";

const [, , folder, texts] = process.argv;
const pages = JSON.parse(texts);
const require = createRequire(folder + "/package.json");
const { chromium } = require("playwright-core");
const code = readFileSync(folder + "/node_modules/@modelcontextprotocol/ext-apps/dist/src/app-with-deps.js");

let policy = "";
let foreignSeen = [];
const listen = (answer) =>
  new Promise((done) => {
    const server = createServer(answer);
    server.listen(0, "127.0.0.1", () => done([server, `http://127.0.0.1:${server.address().port}`]));
  });
// The frame's origin is opaque, so that modules come across origins.
const open = { "access-control-allow-origin": "*", "cache-control": "no-store" };
const [foreignServer, foreign] = await listen((request, response) => {
  foreignSeen.push(request.url);
  response.writeHead(200, { ...open, "content-type": "text/javascript" }).end("globalThis.loadedForeign = true;");
});
const [ownServer, own] = await listen((request, response) => {
  const name = request.url.slice(1);
  if (name === "app.js") {
    response.writeHead(200, { ...open, "content-type": "text/javascript" }).end(code);
  } else if (pages[name]) {
    const text = pages[name].replaceAll("{own}", own).replaceAll("{foreign}", foreign);
    response.writeHead(200, { "content-type": "text/html", "content-security-policy": policy }).end(text);
  } else {
    response.writeHead(200, { "content-type": "text/html" }).end("<!doctype html><title>host</title>");
  }
});

const say = (line) => process.stdout.write(JSON.stringify(line) + "\n");
const flags = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: flags });
say({ own, foreign });

let page;
async function visit({ open: name, csp, sandbox, allow }) {
  policy = csp;
  foreignSeen = [];
  page = await browser.newPage();
  page.on("pageerror", (error) => console.error("page:", error.message));
  await page.exposeFunction("toHost", (message) => say({ message: JSON.stringify(message) }));
  await page.goto(own + "/host");
  await page.evaluate(
    ([url, sandbox, allow]) => {
      const frame = document.createElement("iframe");
      frame.setAttribute("sandbox", sandbox);
      frame.setAttribute("allow", allow);
      window.addEventListener("message", (event) => event.source === frame.contentWindow && window.toHost(event.data));
      frame.src = url;
      document.body.append(frame);
    },
    [`${own}/${name}`, sandbox, allow],
  );
  const frame = await page.waitForSelector("iframe").then((element) => element.contentFrame());
  await frame.waitForFunction(() => globalThis.seen?.done, null, { timeout: 30000 }).catch((error) => console.error("page:", error.message));
  // What was sent last may still be under way.
  await page.waitForTimeout(200);
  const seen = await frame.evaluate(() => globalThis.seen ?? null);
  await page.close();
  say({ seen, foreign: foreignSeen });
}

for await (const line of createInterface({ input: process.stdin })) {
  const told = JSON.parse(line);
  if (told.close) break;
  if (told.post) {
    for (const message of told.post) await page.evaluate((message) => document.querySelector("iframe").contentWindow.postMessage(JSON.parse(message), "*"), message);
  } else {
    visit(told).catch((error) => say({ failed: String(error) }));
  }
}
await browser.close();
ownServer.close();
foreignServer.close();
say({ closed: true });
process.exit(0);
