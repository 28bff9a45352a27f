import type { FlagDocument, Rule } from '../../../../../../shared/schemas/flag.ts'
import { isLeaf } from '../../../targeting/rows.ts'

/** Whether a rule matches only individual targeting keys. */
export const namesUsers = ({ when }: Pick<Rule, 'when'>): boolean =>
  isLeaf(when) && when.attribute === 'targetingKey' && (when.operator === 'is' || when.operator === 'isOneOf')

/** Adds a rule for individual users. It comes first, so that it takes precedence. */
export const withIndividualUsers = (document: FlagDocument, id: string, variant: string): FlagDocument => ({
  ...document,
  rules: [
    { id, when: { attribute: 'targetingKey', operator: 'isOneOf', values: [] }, serve: { variant } },
    ...document.rules,
  ],
})
