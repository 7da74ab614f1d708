export { groundStyle } from "./ground.ts";
export { createStyles, type SheetResult, type Styles } from "./sheets.ts";
export { withTailwind } from "./with-tailwind.ts";
