import { BUILT_IN, PACKAGES } from "../wire/packages.ts";

const NO_NODE = "An app runs in a browser, without Node's modules.";

/** What is said of packages that agents often reach for, each with all whose names go on from it: `d3-scale`. */
const INSTEAD: readonly (readonly [names: string, hint: string])[] = [
  [
    "axios ky got node-fetch swr @tanstack/react-query socket.io socket.io-client firebase @supabase",
    "An app reaches no network.",
  ],
  ["uuid cuid ulid shortid", "Take nanoid."],
  ["moment luxon", "Take date-fns or dayjs."],
  ["date-fns-tz", "Take dayjs with its plugins utc and timezone."],
  [
    "react-icons @heroicons @tabler/icons @fortawesome @phosphor-icons @radix-ui/react-icons @mui/icons-material",
    "Take lucide-react.",
  ],
  ["tailwindcss", "Tailwind's classes work without an import."],
  ["tailwind-variants", "Use class-variance-authority and tailwind-merge."],
  [
    "styled-components @emotion styled-jsx @vanilla-extract sass",
    "Take a stylesheet, a CSS module or Tailwind's classes.",
  ],
  [
    "react-router wouter @tanstack/react-router @reach/router",
    "Keep in React's state which page is shown: an app has no address of its own.",
  ],
  ["next @remix-run gatsby", "An app has no server: take <img>, <a> and React's state."],
  [
    "redux react-redux @reduxjs jotai recoil mobx valtio xstate @preact",
    "Take zustand or React's useReducer.",
  ],
  ["immer use-immer", "Copy what you change: { ...state, a: 1 }."],
  [
    "react-chartjs d3 victory @nivo echarts apexcharts react-apexcharts plotly.js highcharts @visx",
    "Take recharts, chart.js or uplot.",
  ],
  ["@react-three", "Take three."],
  ["react-beautiful-dnd @hello-pangea react-dnd sortablejs", "Take @dnd-kit/core and @dnd-kit/sortable."],
  ["react-markdown remark rehype markdown-it showdown sanitize-html", "Take marked and dompurify."],
  ["formik yup joi ajv valibot @hookform", "Take react-hook-form and zod, by safeParse."],
  [
    "@mui @material-ui antd @chakra-ui @mantine @headlessui @radix-ui react-bootstrap bootstrap daisyui @nextui-org",
    "Take plain elements, which have a look, and Tailwind's classes.",
  ],
  ["gsap @react-spring react-spring animejs", "Take framer-motion."],
  ["react-hot-toast sonner react-toastify notistack", "Take notify of @anteroom/app."],
  ["localforage idb dexie", "Take storage of @anteroom/app."],
  ["file-saver", "Take saveFile of @anteroom/app."],
  ["ramda underscore lodash", "Take lodash-es."],
  ["xlsx exceljs csv-parse", "Take papaparse, for CSV."],
  ["fs path os http https crypto events util stream buffer url process", NO_NODE],
  ["anteroom @anteroom", "What an app asks of its Room is in @anteroom/app."],
];

/** What to do instead of importing a package that is not there: a hint, or "". */
export function insteadOf(name: string): string {
  if (name.startsWith("node:")) return NO_NODE;
  const goesOnFrom = (word: string): boolean =>
    name.startsWith(word) && !/^\w/u.test(name.slice(word.length));
  const [, hint] = INSTEAD.find(([names]) => names.split(" ").some(goesOnFrom)) ?? [];
  if (hint !== undefined) return hint;
  const near = [...BUILT_IN, ...PACKAGES.map((one) => one.name)].find((one) => isNear(one, name));
  return near === undefined ? "" : `Did you mean ${near}?`;
}

/** Whether two names differ in one letter or two neighbours; the shortest names are all alike. */
function isNear(one: string, other: string): boolean {
  if (Math.min(one.length, other.length) < 4 || Math.abs(one.length - other.length) > 1) return false;
  let start = 0;
  while (start < one.length && one[start] === other[start]) start += 1;
  let end = 0;
  while (end < one.length - start && one.at(-1 - end) === other.at(-1 - end)) end += 1;
  const [rest, otherRest] = [one, other].map((text) => text.slice(start, Math.max(start, text.length - end)));
  if (rest === undefined || otherRest === undefined) return false;
  return Math.max(rest.length, otherRest.length) <= 1 || Array.from(rest).toReversed().join("") === otherRest;
}
