import { existsSync } from 'node:fs'

/** Where Chromium is: `npm test` finds or installs it and says so in CHROMIUM_PATH. */
export const executablePath =
  [process.env['CHROMIUM_PATH'], '/usr/bin/chromium'].find((file) => file !== undefined && existsSync(file)) ?? ''
