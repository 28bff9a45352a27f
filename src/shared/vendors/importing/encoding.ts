import type { Report } from './finding.ts'

const nonAscii = /[\u0080-\uffff]/

/** Warns about text that SDKs of different languages hash differently. */
export const reportEncoding = (report: Report, path: string, hashed: string): void => {
  if (!nonAscii.test(hashed)) return
  const difference =
    'JavaScript SDKs hash it differently from the others. Choose the SDK family that served your users.'
  report('warn', path, `The hashed text contains non-ASCII characters. ${difference}`)
}
