import type { BuildMismatch } from './build-mismatch.ts'

const listed = (values: readonly unknown[]): string => values.map((value) => JSON.stringify(value)).join(', ')

/**
 * Describes what a change does to a build, for use after the build's name: `doesn’t declare "wide", which hero would
 * serve`.
 */
export const buildMismatchText = (flag: string, harm: BuildMismatch): string => {
  const values = 'values' in harm ? listed(harm.values) : ''
  const said: Record<BuildMismatch['kind'], string> = {
    gone: `still reads ${flag}`,
    type: `reads ${flag} with its present type`,
    'variant-gone': `still reads ${flag} and may be given ${values}`,
    'variant-unknown': `doesn’t declare ${values}, which ${flag} would serve`,
  }
  return said[harm.kind]
}
