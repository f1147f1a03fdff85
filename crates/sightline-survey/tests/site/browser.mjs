// Looks at the site in a real browser and prints what it found, a JSON object: problems, checks made, and
// screenshots when a folder is named.
import { createRequire } from "node:module";
import { readFileSync } from "node:fs";
const [, , packages, site, shots] = process.argv;
const require = createRequire(packages + "/package.json");
const { chromium } = require("playwright-core");
const axe = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");

const problems = [];
const checks = {};
const count = (name) => (checks[name] = (checks[name] ?? 0) + 1);
const check = (name, holds, what) => {
  count(name);
  if (!holds) problems.push(`${name}: ${what}`);
};
const pages = ["index.html", "paths.html", "scenarios.html", "servers.html", "servers/everything.html", "clients/codex.html", "scenarios/live-both.html"];
const flags = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: flags });

async function open(options, path) {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  page.on("console", (message) => ["error", "warning"].includes(message.type()) && problems.push(`console of ${path}: ${message.text()}`));
  page.on("pageerror", (error) => problems.push(`error of ${path}: ${error.message}`));
  page.on("request", (request) => {
    const url = request.url();
    if (!url.startsWith("file://" + site) && !url.startsWith("data:")) problems.push(`request of ${path}: ${url}`);
  });
  await page.goto("file://" + site + "/" + path);
  return page;
}

for (const colorScheme of ["light", "dark"]) {
  for (const width of [360, 768, 1280]) {
    for (const path of pages) {
      const page = await open({ viewport: { width, height: 900 }, colorScheme }, path);
      const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      check("no horizontal overflow", over <= 0, `${path} at ${width}: ${over} pixels`);
      if (shots) await page.screenshot({ path: `${shots}/${path.replace(/\W/g, "-")}-${width}-${colorScheme}.png` });
      if (width !== 768) {
        // The page's policy lets nothing be injected, so axe comes by the protocol of the debugger.
        await page.evaluate(axe);
        const found = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ["violations"] }));
        const serious = found.violations.filter((one) => ["serious", "critical"].includes(one.impact));
        const words = serious.map((one) => `${one.id} (${one.nodes.length}): ${one.nodes[0].html.slice(0, 160)} ${one.nodes[0].failureSummary.slice(0, 200)}`);
        check("axe finds nothing serious", serious.length === 0, `${path} ${colorScheme} ${width}: ${words.join("; ")}`);
      }
      await page.context().close();
    }
  }
}

// By keyboard alone: the skip link, sorting, filtering.
{
  const page = await open({ viewport: { width: 1280, height: 900 } }, "index.html");
  await page.keyboard.press("Tab");
  check("skip link", (await page.evaluate(() => document.activeElement.className)) === "skip", "is not the first stop");
  await page.keyboard.press("Enter");
  check("skip link", await page.evaluate(() => document.activeElement.id === "main"), "does not lead to the content");
  const active = () => page.evaluate(() => document.activeElement.textContent.trim());
  const tabTo = async (wanted) => {
    for (let step = 0; step < 80; step++) {
      if (await wanted()) return true;
      await page.keyboard.press("Tab");
    }
    return false;
  };
  const first = () => page.evaluate(() => document.querySelector("#clients-table tbody tr:not([hidden]) th").textContent);
  const sorted = () => page.evaluate(() => document.querySelector("#clients-table th[aria-sort]")?.getAttribute("aria-sort"));
  check("filter", await tabTo(() => page.evaluate(() => document.activeElement.id === "clients-table-filter")), "cannot be reached");
  await page.keyboard.type("codex");
  const rows = await page.evaluate(() => document.querySelectorAll("#clients-table tbody tr:not([hidden])").length);
  check("filter", rows === 1 && (await first()) === "Codex", `${rows} rows, first ${await first()}`);
  check("filter", (await page.textContent("output")).startsWith("1 of "), "does not say how many");
  await page.keyboard.press("Control+a");
  await page.keyboard.press("Delete");
  check("sort", await tabTo(async () => (await active()) === "Strategy"), "cannot be reached");
  const visible = await page.evaluate(() => getComputedStyle(document.activeElement).outlineStyle !== "none");
  check("focus is visible", visible, "no outline on a column's button");
  await page.keyboard.press("Enter");
  const up = await first();
  check("sort", (await sorted()) === "ascending", `aria-sort is ${await sorted()}`);
  await page.keyboard.press("Space");
  check("sort", (await sorted()) === "descending" && (await first()) !== up, `first is ${await first()} both ways`);
  await page.context().close();
}

// Without JavaScript everything is there, and no control that would do nothing.
{
  const page = await open({ javaScriptEnabled: false }, "index.html");
  check("reads without JavaScript", await page.locator("#clients-table tbody tr").count() > 20, "rows are missing");
  check("reads without JavaScript", !(await page.locator("form.filter").first().isVisible()), "the filter is shown");
  check("reads without JavaScript", (await page.locator("thead button").count()) === 0, "sort buttons are shown");
  await page.context().close();
}
await browser.close();
console.log(JSON.stringify({ problems, checks }));
