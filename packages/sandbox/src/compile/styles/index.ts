export { groundStyle } from "./ground.ts";
export type { SheetResult, Styles } from "./sheets.ts";
export { withTailwind } from "./with-tailwind.ts";
