import type { FrameLocator } from "playwright-core";
import { expect } from "vitest";

/** What a person does in an app first, and sees. */
export type Story = (app: FrameLocator) => Promise<void>;

const press = async (app: FrameLocator, name: string | RegExp): Promise<void> => {
  await app.getByRole("button", { name }).first().click();
};
const sees = async (app: FrameLocator, text: string | RegExp): Promise<void> => {
  await app.getByText(text).first().waitFor();
};

/** One story for each app of this folder, by the folder's name. */
export const STORIES: Readonly<Record<string, Story>> = {
  booking: async (app) => {
    await sees(app, "March 2026");
    await press(app, "Month after");
    await sees(app, "April 2026");
  },
  calculator: async (app) => {
    for (const key of ["7", "×", "6", "="]) await app.getByRole("button", { name: key, exact: true }).click();
    await expect.poll(async () => await app.getByLabel("Display").textContent()).toBe("42");
  },
  converter: async (app) => {
    await app.getByRole("tab", { name: "time" }).click();
    await app.getByLabel("Value").fill("90");
    await sees(app, "1.5 hour");
  },
  cost: async (app) => {
    await press(app, "Start");
    await sees(app, /€0\.0*[1-9]/);
  },
  countdown: async (app) => {
    await press(app, "5:00");
    await sees(app, "4:59");
  },
  csv: async (app) => {
    await press(app, "Population");
    await expect.poll(async () => await app.locator("tbody tr").first().textContent()).toContain("Lyon");
    await sees(app, "4 rows");
  },
  cube: async (app) => {
    await app.locator("canvas, [role=alert]").first().waitFor();
  },
  dashboard: async (app) => {
    await sees(app, "€ 48,200");
    await app.locator("svg path.recharts-rectangle").first().waitFor();
    expect(await app.locator("h1").evaluate((heading) => getComputedStyle(heading).display)).toBe("flex");
  },
  dice: async (app) => {
    await press(app, "Roll");
    await sees(app, "Rolled 1 times");
    await app.getByLabel("Dice").fill("two");
    await press(app, "Roll");
    await sees(app, "two is no dice");
  },
  directory: async (app) => {
    await app.getByLabel("Search").fill("chi");
    await sees(app, "Chiara Riva");
    expect(await app.getByText("Bruno Costa").count()).toBe(0);
  },
  flashcards: async (app) => {
    await press(app, "안녕하세요");
    await sees(app, "hello");
    expect(
      await app
        .getByAltText("A stack of cards")
        .evaluate((image) => (image as HTMLImageElement).naturalWidth),
    ).toBeGreaterThan(0);
  },
  habits: async (app) => {
    await app.getByLabel("New habit").fill("Walk");
    await press(app, "Add habit");
    await app.getByLabel("Walk on Monday").check();
    await expect.poll(async () => await app.locator("tbody td").last().textContent()).toBe("1");
  },
  invoice: async (app) => {
    await press(app, "Create");
    await sees(app, "Name the customer");
    await app.getByLabel("Customer").fill("Lamp Ltd");
    await app.getByLabel("Email").fill("lamp@example.test");
    await app.getByLabel("Item 1").fill("Lamp");
    await app.getByLabel("Price 1").fill("12.5");
    await press(app, "Create");
    await sees(app, "Invoice for Lamp Ltd: 1 items");
  },
  jsonlint: async (app) => {
    await sees(app, "apps:");
    await app.getByLabel("JSON").fill("{");
    await app.getByRole("alert").waitFor();
  },
  kanban: async (app) => {
    await app.getByLabel("New card").fill("Write the notes");
    await press(app, "Add");
    // The card is itself a button to those who drag it by keyboard.
    await app.getByRole("button", { name: "→", exact: true }).click();
    await app.getByRole("region", { name: "Doing" }).getByText("Write the notes").waitFor();
  },
  latency: async (app) => {
    await app.locator("canvas").waitFor();
    await sees(app, "p95");
  },
  loan: async (app) => {
    await sees(app, "€1,160");
    await app.locator("path.recharts-area-area").waitFor();
  },
  markdown: async (app) => {
    await app.getByRole("heading", { name: "A note" }).waitFor();
    await app.getByLabel("Markdown").fill("## Another\n\n<script>document.title='out'</script>");
    await app.getByRole("heading", { name: "Another" }).waitFor();
    expect(await app.locator("article script").count()).toBe(0);
  },
  memory: async (app) => {
    await press(app, "Tile 1");
    await press(app, "Tile 2");
    await sees(app, "1 moves");
  },
  minesweeper: async (app) => {
    await press(app, "Cell 9, 9");
    expect(await app.locator("button:disabled").count()).toBeGreaterThan(0);
  },
  orgchart: async (app) => {
    await press(app, "Research");
    await sees(app, "Chosen: Research");
  },
  paint: async (app) => {
    await app.locator("canvas").click({ position: { x: 40, y: 40 } });
    await sees(app, "1 strokes");
  },
  palette: async (app) => {
    await app.getByLabel("Steps").fill("12");
    await expect.poll(async () => await app.locator("button").count()).toBe(12);
  },
  pivot: async (app) => {
    await app.getByLabel("Rows").selectOption("product");
    await app.getByRole("rowheader", { name: "Coffee" }).waitFor();
  },
  poker: async (app) => {
    await app.getByLabel("Who are you?").selectOption({ index: 1 });
    await press(app, "8");
    await press(app, "Reveal");
    await sees(app, "Average: 8.0");
  },
  poll: async (app) => {
    await press(app, /Ramen/);
    await sees(app, "1 vote");
    await press(app, /Tacos/);
    await expect
      .poll(async () => await app.getByRole("button", { name: /Ramen/ }).textContent())
      .toBe("Ramen0");
    await sees(app, "1 vote");
  },
  pomodoro: async (app) => {
    await sees(app, "25:00");
    await press(app, "Start");
    await sees(app, "24:5");
    await press(app, "Skip");
    await sees(app, "Take a break");
  },
  quiz: async (app) => {
    await press(app, "Jupiter");
    await press(app, "Next");
    await press(app, "8");
    await press(app, "Next");
    await sees(app, "2 of 2 right");
  },
  regex: async (app) => {
    await expect.poll(async () => await app.locator("mark").count()).toBe(2);
    await app.getByLabel("Pattern").fill("(");
    await app.getByRole("alert").waitFor();
  },
  retro: async (app) => {
    const box = app.getByLabel("Add to Ideas");
    await box.fill("Shorter meetings");
    await box.press("Enter");
    await press(app, "Vote for Shorter meetings");
    await expect
      .poll(async () => await app.getByRole("button", { name: "Vote for" }).textContent())
      .toContain("1");
  },
  revenue: async (app) => {
    await app.getByRole("img", { name: "Revenue as bar chart" }).waitFor();
    await press(app, "As lines");
    await app.getByRole("img", { name: "Revenue as line chart" }).waitFor();
  },
  snake: async (app) => {
    await app.locator("canvas").waitFor();
    await sees(app, "Score 0");
  },
  splitter: async (app) => {
    for (const [who, amount] of [
      ["Ada", "30"],
      ["Bo", "10"],
    ] as const) {
      await app.getByLabel("Who paid").fill(who);
      await app.getByLabel("How much").fill(amount);
      await press(app, "Add");
    }
    await sees(app, "Bo pays Ada 10.00");
  },
  standup: async (app) => {
    await press(app, "Speak");
    await press(app, "Done");
    await app.locator("ol li").waitFor();
  },
  sudoku: async (app) => {
    await press(app, "Row 1, column 3");
    await press(app, /^4$/);
    await sees(app, "50 to go");
  },
  tictactoe: async (app) => {
    for (const n of [1, 4, 2, 5, 3]) await press(app, `Square ${n}`);
    await app.getByRole("heading", { name: "X wins" }).waitFor();
  },
  todo: async (app) => {
    await app.getByPlaceholder("What needs doing?").fill("Water the plants");
    await app.getByPlaceholder("What needs doing?").press("Enter");
    await app.getByLabel("Water the plants").check();
    await sees(app, "0 left");
  },
  twenty48: async (app) => {
    const before = await app.getByRole("grid").textContent();
    await press(app, "Left");
    await press(app, "Up");
    await expect.poll(async () => await app.getByRole("grid").textContent()).not.toBe(before);
  },
  typing: async (app) => {
    await app.getByLabel("Type here").fill("The quick brown fox jumps over the lazy dog.");
    await sees(app, "words a minute");
  },
};

/** The stories of the two that are written out by `samples.ts`. */
export const LARGE: Readonly<Record<"long" | "hundred", Story>> = {
  long: async (app) => {
    await sees(app, "4980 terms");
    await app.getByLabel("Search").fill("term 4980");
    await sees(app, "1 terms");
  },
  hundred: async (app) => {
    await sees(app, "48 parts");
    await press(app, "Part 48 pressed 48 times");
    await sees(app, "Part 48 pressed 49 times");
    await press(app, "More");
    await sees(app, "Loaded on demand");
  },
};
