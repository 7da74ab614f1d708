/** How many stretches of code are drawn at once: those until `rows` rows are reached. */
export function firstStretches(heights: readonly number[], rows: number): number {
  let count = 0;
  for (let sum = 0; sum < rows && count < heights.length; count += 1) sum += heights[count] ?? 0;
  return count;
}
