/** The machine's monotonic clock in milliseconds: the same in every process. */
export const nowMs = (): number => Number(process.hrtime.bigint()) / 1e6
