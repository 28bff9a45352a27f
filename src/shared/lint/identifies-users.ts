import type { KnownAttribute } from './finding.ts'

/**
 * Attribute names whose values identify users or something that belongs to one. Matches the last step of a path,
 * ignoring case and separators.
 */
const identifyingName =
  /^(?:user|account|customer|member|person|visitor|device|session|anonymous|client|employee)?(?:id|uuid|guid)$|^u?uid$|^(?:user|work|private)?(?:e?mail|phone|mobile)(?:address|number)?$|^(?:user|first|last|full|given|family|login)name$|^(?:login|ip|ipaddress|ssn)$/

/** More values than there are countries; or at least `some`, of which few were seen more than once. */
const many = 250
const some = 10
const repeats = 3

const folded = (name: string): string => (name.split('.').at(-1) ?? '').toLowerCase().replaceAll(/[\s_-]/g, '')

/** Whether an attribute's values identify users: by its declaration, its name, or because values rarely repeat. */
export const identifiesUsers = ({
  name,
  personal,
  values,
}: Pick<KnownAttribute, 'name' | 'personal' | 'values'>): boolean => {
  if (personal === true || name === 'targetingKey' || identifyingName.test(folded(name))) return true
  const seen = values.filter(({ value, count }) => typeof value === 'string' && count > 0)
  const times = seen.reduce((sum, { count }) => sum + count, 0)
  return seen.length > many || (seen.length >= some && times < repeats * seen.length)
}

const digits = (text: string): string => text.replaceAll(/\D/g, '')

/**
 * Whether one text may be a typo of the other. Not if digits differ (`user-41` is not a typo of `user-42`) or if one is
 * an email address.
 */
export const mayBeMistyped = (text: string, other: string): boolean =>
  digits(text) === digits(other) && !text.includes('@') && !other.includes('@')
