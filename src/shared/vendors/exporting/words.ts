import type { FormatName } from './formats.ts'
import type { Proviso, ProvisoKind } from './proviso.ts'
import type { UnreadableReason, UnreadableReasonCode } from './unreadable-reason.ts'

export const formatTitles: Readonly<Record<FormatName, string>> = {
  unleash: 'Unleash',
  launchdarkly: 'LaunchDarkly',
  flagd: 'flagd',
  growthbook: 'GrowthBook',
}

/** Completes "Not readable: …". */
const reasons: Readonly<Record<UnreadableReasonCode, (operand: string) => string>> = {
  'attribute-name': (name) => `these SDKs can’t read an attribute called ${name}`,
  case: (name) => `these SDKs compare the case of ${name} differently`,
  circle: () => 'its references lead in a circle',
  'empty-text': () => 'it compares with an empty text, which these SDKs leave out',
  'flag-condition': (flag) => `one of its rules asks for the flag ${flag}`,
  malformed: () => 'its document is malformed',
  'mixed-values': (name) => `it compares ${name} with values of different types`,
  'name-taken': (name) => `another flag is already served as ${name}`,
  'nested-name': (name) => `these SDKs can’t look into ${name}`,
  'non-ascii': () => 'its split hashes letters beyond ASCII, which SDKs hash differently',
  'null-value': () => 'one of its values is null, which these SDKs take for no answer',
  operator: (operator) => `these SDKs have nothing like ${operator}`,
  'other-flag': (flag) => `it needs ${flag}, which these SDKs can’t read`,
  'other-vendor': () => 'it came from another system, whose rules these SDKs don’t have',
  'padded-text': (text) => `it compares with ${JSON.stringify(text)}, whose spaces these SDKs cut off`,
  pattern: (pattern) => `regular expressions of other languages read ${pattern} differently`,
  'pre-release': () => 'it compares with a pre-release or a very long version',
  'prerequisite-depth': (flag) => `its prerequisite ${flag} has prerequisites of its own`,
  'prerequisite-off': () => 'it is on where its prerequisites fail',
  'prerequisite-values': (flag) => `variants of ${flag}, which it needs, have values these SDKs can’t tell apart`,
  'prerequisite-variants': (flag) => `it accepts several variants of its prerequisite ${flag}`,
  'prototype-key': (name) => `${name} is a name these SDKs trip over`,
  'reserved-name': (name) => `these SDKs use ${name} for something else`,
  'sdk-too-old': () => 'the SDK in use is too old for it',
  'split-hash': () => 'its split uses a hash these SDKs don’t compute',
  'too-large': () => 'its rules come to more than these SDKs take',
}

const cures: Readonly<Partial<Record<UnreadableReasonCode, string>>> = {
  'split-hash': 'Choose the portable hash for new splits in the project’s settings (flagd), or ask over OFREP.',
  'flag-condition': 'Use a prerequisite instead, or ask over OFREP.',
  'mixed-values': 'Compare with values of one type.',
  'padded-text': 'Remove the spaces around the value.',
  'empty-text': 'Remove the empty value.',
  'null-value': 'Give the variant another value.',
  'pre-release': 'Compare with a version of three numbers.',
  'name-taken': 'Archive one of the two flags.',
  'prerequisite-values': 'Give the variants different values.',
  pattern: 'Write the pattern with literals and [a-z] classes only.',
}

const anyOther = 'Ask over OFREP, or through a client-side SDK: both answer every flag.'

export const reasonText = ({ code, operand = '' }: UnreadableReason): string => reasons[code](operand)
export const cureText = ({ code }: UnreadableReason): string => cures[code] ?? anyOther

const kinds: Readonly<Record<ProvisoKind, string>> = {
  scalar: 'not a list or an object',
  list: 'a list',
  text: 'a text',
  number: 'a number',
  boolean: 'true or false',
  ascii: 'written in ASCII',
  version: 'a version of three numbers',
  shortVersion: 'a version of three numbers of at most five digits',
  unzoned: 'no address with a zone, such as %eth0',
  instant: 'a number, or a date and time in UTC',
}

/** Completes "if …". */
export const provisoText = (proviso: Proviso): string => {
  if (proviso.kind === 'keyed') return 'there is a targeting key'
  const name = proviso.attribute === 'targetingKey' ? 'the targeting key' : proviso.attribute
  return `${name} is ${kinds[proviso.kind]}`
}
