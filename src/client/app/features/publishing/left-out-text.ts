import type { Promotion } from '../../../../shared/features/publishing/schemas/history.ts'

/** What a promotion omits from a flag, and why. Undefined if it is complete. */
export const leftOutText = (
  { key, leftOut }: Pick<Promotion['entries'][number], 'key' | 'leftOut'>,
  from: string,
): string | undefined => {
  if (leftOut.length === 0) return undefined
  const names = leftOut.map((name) => `“${name}”`)
  const last = names.pop() ?? ''
  const many = names.length > 0
  return many
    ? `Not copied: the rules ${names.join(', ')} and ${last} of ${key}. They’re being measured in ${from}, and stay there.`
    : `Not copied: the rule ${last} of ${key}. It’s being measured in ${from}, and stays there.`
}
