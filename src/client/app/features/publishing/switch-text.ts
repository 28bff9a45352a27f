/** Success message of a switch. */
export const switchSuccessText = (on: boolean, flag: string, where: string): string =>
  on ? `${flag} is on in ${where}` : `${flag} is off in ${where}`

/** Failure message of a switch. */
export const switchFailureText = (on: boolean, flag: string, where: string): string =>
  on ? `Couldn’t turn on ${flag} in ${where}` : `Couldn’t turn off ${flag} in ${where}`
