import { Button } from '@mantine/core'
import { IconPlus, IconUser } from '@tabler/icons-react'
import { memo, type ReactNode, useMemo } from 'react'
import type { Condition, Scalar } from '../../../../../../shared/schemas/condition.ts'
import type { FlagDocument, Rule } from '../../../../../../shared/schemas/flag.ts'
import { newId } from '../../../../components/new-id.ts'
import { starters } from '../../../targeting/known-attributes.ts'
import { emptyLeaf } from '../../../targeting/rows.ts'
import { withRule } from './edit-rules.ts'
import { namesUsers, withIndividualUsers } from './individual-users.ts'
import { RuleBar } from './rule-bar.tsx'
import type { RuleContext } from './rule-context.ts'
import classes from './rules.module.css'
import { Starters } from './starters.tsx'

/** Ways to add a rule: typed as a sentence, started from an attribute, for individual users, or empty. */
export const RuleAdder = memo(function RuleAdder(props: {
  /** Conditions of existing rules, for suggestions. */
  conditions: readonly Condition[]
  published: FlagDocument
  context: RuleContext
  onChange: (act: (now: FlagDocument) => FlagDocument) => void
  /** Expands a rule. */
  onOpen: (id: string) => void
}): ReactNode {
  const { conditions, published, context, onChange, onOpen } = props
  const { around, attributes, variants } = context
  const add = (attribute?: string, value?: Scalar) => {
    const id = newId()
    onChange((now) => withRule(now, id, { ...emptyLeaf(attribute), values: value === undefined ? [] : [value] }))
    if (value === undefined) onOpen(id)
  }
  const addUsers = () =>
    onChange((now) => {
      const named = now.rules.find(namesUsers)
      const id = named?.id ?? newId()
      onOpen(id)
      return named === undefined ? withIndividualUsers(now, id, variants[0] ?? '') : now
    })
  const addRead = (rule: Pick<Rule, 'when' | 'serve'>) =>
    onChange((now) => ({ ...now, rules: [...now.rules, { id: newId(), ...rule }] }))
  const known = around.attributes
  const contexts = around.contexts ?? 0
  const offered = useMemo(
    () => starters(attributes, known, [...conditions, ...published.rules.map(({ when }) => when)], contexts),
    [attributes, known, conditions, published, contexts],
  )
  return (
    <div className={classes['add']}>
      <RuleBar variants={variants} onAdd={addRead} />
      <Button variant="subtle" size="compact-sm" leftSection={<IconPlus size={14} />} onClick={() => add()}>
        Add rule
      </Button>
      <Button variant="subtle" size="compact-sm" leftSection={<IconUser size={14} />} onClick={addUsers}>
        Individual users
      </Button>
      <Starters starters={offered} onStart={add} />
    </div>
  )
})
