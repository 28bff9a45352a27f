/** The build of recheck in plain JavaScript: no worker, no native program, no environment variables. */
declare module 'recheck/lib/browser.js' {
  import type { checkSync } from 'recheck'

  const recheck: { checkSync: typeof checkSync }
  export default recheck
}
