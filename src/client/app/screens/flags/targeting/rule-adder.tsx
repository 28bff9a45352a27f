import { Button } from '@mantine/core'
import { IconPlus, IconUser } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Scalar } from '../../../../../shared/schemas/condition.ts'
import type { FlagDocument, Rule } from '../../../../../shared/schemas/flag.ts'
import { newId } from '../../../components/new-id.ts'
import { starters } from '../../../features/targeting/known-attributes.ts'
import { emptyLeaf } from '../../../features/targeting/rows.ts'
import { withRule } from './edit-rules.ts'
import { namesUsers, withIndividualUsers } from './individual-users.ts'
import { RuleBar } from './rule-bar.tsx'
import type { RuleSurroundings } from './rule-surroundings.ts'
import classes from './rules.module.css'
import { Starters } from './starters.tsx'

/** The ways to a new rule: typed as a sentence, begun with an attribute, people named one by one, or empty. */
export function RuleAdder(props: {
  document: FlagDocument
  published: FlagDocument
  surroundings: RuleSurroundings
  onChange: (document: FlagDocument) => void
  /** Opens a rule by its id. */
  onOpen: (id: string) => void
}): ReactNode {
  const { document, published, surroundings, onChange, onOpen } = props
  const { around, attributes, variants } = surroundings
  const add = (attribute?: string, value?: Scalar) => {
    const id = newId()
    onChange(withRule(document, id, { ...emptyLeaf(attribute), values: value === undefined ? [] : [value] }))
    if (value === undefined) onOpen(id)
  }
  const addUsers = () => {
    const named = document.rules.find(namesUsers)
    const id = named?.id ?? newId()
    if (named === undefined) onChange(withIndividualUsers(document, id, variants[0] ?? ''))
    onOpen(id)
  }
  const addRead = (rule: Pick<Rule, 'when' | 'serve'>) =>
    onChange({ ...document, rules: [...document.rules, { id: newId(), ...rule }] })
  const conditions = [...document.rules, ...published.rules].map(({ when }) => when)
  return (
    <div className={classes['add']}>
      <RuleBar variants={variants} onAdd={addRead} />
      <Button variant="subtle" size="compact-sm" leftSection={<IconPlus size={14} />} onClick={() => add()}>
        Add rule
      </Button>
      <Button variant="subtle" size="compact-sm" leftSection={<IconUser size={14} />} onClick={addUsers}>
        Individual users
      </Button>
      <Starters starters={starters(attributes, around.attributes, conditions, around.contexts ?? 0)} onStart={add} />
    </div>
  )
}
