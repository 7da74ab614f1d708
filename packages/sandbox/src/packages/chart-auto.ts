import { Chart, registerables } from "chart.js";

// All that there is to draw, as agents write it; over the one Chart that `chart.js` is, too.
Chart.register(...registerables);

export * from "chart.js";
export default Chart;
