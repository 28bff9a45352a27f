import { nodeOptions } from '../../config.ts'

/** V8's young generation at most, in MiB: most of what a relay has lives for as long as a stream does. */
const flag = '--max-semi-space-size'
const mebibytes = 4

/**
 * Goes on in the same process with a small young generation, from the beginning. Where that was said already, or Node cannot (before
 * 22.15, and on Windows), nothing happens.
 */
export function withSmallYoung(): void {
  const isSaid = [...process.execArgv, nodeOptions()].some((options) => options.includes(flag))
  if (isSaid || process.platform === 'win32' || typeof process.execve !== 'function') return
  process.execve(process.execPath, [
    process.execPath,
    `${flag}=${mebibytes}`,
    ...process.execArgv,
    ...process.argv.slice(1),
  ])
}
