import type { KnownAttribute } from './finding.ts'

/** Names of attributes whose values are people, or what belongs to one of them; the last step of a path, without case and joints. */
const ofPeople =
  /^(?:user|account|customer|member|person|visitor|device|session|anonymous|client|employee)?(?:id|uuid|guid)$|^u?uid$|^(?:user|work|private)?(?:e?mail|phone|mobile)(?:address|number)?$|^(?:user|first|last|full|given|family|login)name$|^(?:login|ip|ipaddress|ssn)$/

/** More values than there are countries; and so many of which few came twice. */
const many = 250
const some = 10
const repeats = 3

const folded = (name: string): string => (name.split('.').at(-1) ?? '').toLowerCase().replaceAll(/[\s_-]/g, '')

/** Whether the values of an attribute tell people apart, by declaration, by name, or by how seldom one comes twice. */
export const namesPeople = ({
  name,
  personal,
  values,
}: Pick<KnownAttribute, 'name' | 'personal' | 'values'>): boolean => {
  if (personal === true || name === 'targetingKey' || ofPeople.test(folded(name))) return true
  const seen = values.filter(({ value, count }) => typeof value === 'string' && count > 0)
  const times = seen.reduce((sum, { count }) => sum + count, 0)
  return seen.length > many || (seen.length >= some && times < repeats * seen.length)
}

const digits = (text: string): string => text.replaceAll(/\D/g, '')

/**
 * Whether one text may be another that was mistyped: `user-41` is nobody's slip for `user-42`, and of two email addresses
 * each is somebody's.
 */
export const mayBeMistyped = (text: string, other: string): boolean =>
  digits(text) === digits(other) && !text.includes('@') && !other.includes('@')
