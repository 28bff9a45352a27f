/** The machine's monotonic clock in milliseconds, equal in every process. */
export const nowMs = (): number => Number(process.hrtime.bigint()) / 1e6
