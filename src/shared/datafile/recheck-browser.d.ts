/** The build of recheck that is plain JavaScript: no worker, no native program, nothing read from the environment. */
declare module 'recheck/lib/browser.js' {
  import type { checkSync } from 'recheck'

  const recheck: { checkSync: typeof checkSync }
  export default recheck
}
