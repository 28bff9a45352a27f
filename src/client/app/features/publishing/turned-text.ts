/** What is said of a flag that was turned at once. */
export const turnedOn = (on: boolean, flag: string, where: string): string =>
  on ? `${flag} is on in ${where}` : `${flag} is off in ${where}`

/** What is said of one that could not be. */
export const notTurnedOn = (on: boolean, flag: string, where: string): string =>
  on ? `Couldn’t turn on ${flag} in ${where}` : `Couldn’t turn off ${flag} in ${where}`
