import type { Condition } from '../../schemas/condition.ts'
import { text } from '../word.ts'
import { conditionText } from './condition.ts'

/**
 * A condition to type and to edit: `parse` reads it back, and it is English whatever the language of the page is
 * (scripts/messages/plugin.ts).
 */
export const typedCondition = (condition: Condition): string => text(conditionText(condition))
