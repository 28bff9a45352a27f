import type { FlagDocument, Rule } from '../../../../../../shared/schemas/flag.ts'
import { isLeaf } from '../../../targeting/rows.ts'

/** Whether a rule names people one by one: their targeting keys, and nothing else. */
export const namesUsers = ({ when }: Pick<Rule, 'when'>): boolean =>
  isLeaf(when) && when.attribute === 'targetingKey' && (when.operator === 'is' || when.operator === 'isOneOf')

/** The document with a rule for individual users: before all others, so that whoever is named gets just that. */
export const withIndividualUsers = (document: FlagDocument, id: string, variant: string): FlagDocument => ({
  ...document,
  rules: [
    { id, when: { attribute: 'targetingKey', operator: 'isOneOf', values: [] }, serve: { variant } },
    ...document.rules,
  ],
})
