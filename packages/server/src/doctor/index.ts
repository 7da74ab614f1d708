/** What looks at an installation from outside, and says what to do. */
export { diagnose } from "./diagnose.ts";
export { diagnosisText } from "./text.ts";
