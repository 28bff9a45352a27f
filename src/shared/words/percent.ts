/** A share of the line in words: weight units of 0.001 % become `25 %`, `12.5 %` or `0.005 %`. */
export const percent = (weightPer100k: number): string => `${Number((weightPer100k / 1_000).toFixed(3))} %`

/** A count with its noun, for example `1 rule` or `3 rules`. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`
