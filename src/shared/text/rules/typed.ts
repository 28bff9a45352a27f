import type { Condition } from '../../schemas/condition.ts'
import { text } from '../word.ts'
import { conditionText } from './condition.ts'

/**
 * A condition as editable text that `parse` reads back. It is English regardless of the UI language
 * (scripts/messages/plugin.ts).
 */
export const typedCondition = (condition: Condition): string => text(conditionText(condition))
