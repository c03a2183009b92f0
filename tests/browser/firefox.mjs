// Opens an address in Firefox, over WebDriver BiDi, and prints the page's status, result and console warnings as JSON.

import puppeteer from "puppeteer-core";

const [executablePath, url] = process.argv.slice(2);
const browser = await puppeteer.launch({ browser: "firefox", executablePath, headless: true });
try {
  const page = await browser.newPage();
  const warnings = [];
  page.on("console", (message) => message.type() === "warn" && warnings.push(message.text()));
  await page.goto(url);
  await page.waitForSelector("html[data-result], html[data-status=failed]", { timeout: 60_000 });
  const shown = await page.evaluate(() => ({ ...document.documentElement.dataset, page: document.body.innerText }));
  console.log(JSON.stringify({ ...shown, warnings }));
} finally {
  await browser.close();
}
