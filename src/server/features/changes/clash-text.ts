import type { ChangeClash } from '../../../shared/features/changes/schemas/change.ts'
import { clashTitle } from '../../../shared/text/diff/clash.ts'
import type { LoadedChange } from './load-change.ts'

/** Describes a field that both the change and a later publish edited: `“rule 2 serve” of checkout in Production`. */
export const clashText = ({ proposals }: Pick<LoadedChange, 'proposals'>, clash: ChangeClash): string => {
  const proposal = proposals.find(
    ({ environment, entry }) =>
      environment.key === clash.environment && entry.kind === clash.kind && entry.key === clash.key,
  )
  const document = proposal?.entry.document
  const ruleIds = document && 'rules' in document ? document.rules.map(({ id }) => id) : []
  return `“${clashTitle(clash, ruleIds)}” of ${clash.key} in ${proposal?.environment.name ?? clash.environment}`
}
