import { ActionIcon, Menu } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconDots, IconTrash } from '@tabler/icons-react'
import { type KeyboardEvent, type ReactNode, useMemo } from 'react'
import type { Rule } from '../../../../../shared/schemas/flag.ts'
import type { Serve } from '../../../../../shared/schemas/split.ts'
import { collapsed } from '../../../../../shared/text/collapse.ts'
import { ruleText } from '../../../../../shared/text/rules/sentence.ts'
import { text } from '../../../../../shared/text/word.ts'
import { attributesIn } from '../../../features/targeting/rows.ts'
import { Sentence } from '../../../features/targeting/sentence.tsx'
import { MatchCount } from './match-count.tsx'
import { RuleEditor } from './rule-editor.tsx'
import type { RuleSurroundings } from './rule-surroundings.ts'
import classes from './rules.module.css'

/** Personal data that a condition asks for. */
const personalIn = (when: Rule['when'], { around }: RuleSurroundings): string | undefined =>
  attributesIn(when).find(
    (name) => name !== 'targetingKey' && around.attributes.some((one) => one.name === name && one.personal),
  )

/** A rule on one line; opened, its fields stand in place. Alt with an arrow key moves it. */
export function RuleRow(props: {
  rule: Rule
  published: Serve
  /** Who moves to another variant, in words. */
  moves: string | null
  position: number
  rules: number
  /** How many recent contexts it serves; undefined while nobody knows. */
  matches: number | undefined
  /** What may not be meant about it. */
  findings: ReactNode
  opened: boolean
  onOpen: (open: boolean) => void
  onChange: (rule: Rule) => void
  onMove: (by: number) => void
  onRemove: () => void
  surroundings: RuleSurroundings
}): ReactNode {
  const {
    rule,
    published,
    moves,
    position,
    rules,
    matches,
    findings,
    opened,
    onOpen,
    onChange,
    onMove,
    onRemove,
    surroundings,
  } = props
  const words = useMemo(() => collapsed(ruleText(rule)), [rule])
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key]
    if (!event.altKey || by === undefined) return
    event.preventDefault()
    onMove(by)
  }
  return (
    <li className={classes['rule']} data-open={opened || undefined}>
      <div className={classes['line']} role="group" aria-label={`Rule ${position}: ${text(words)}`}>
        <span className={classes['position']}>{position}</span>
        <button
          type="button"
          className={classes['open']}
          aria-expanded={opened}
          data-rule={rule.id}
          onClick={() => onOpen(!opened)}
          onKeyDown={onKeyDown}
        >
          {rule.name ? <span className={classes['name']}>{rule.name}</span> : null}
          <Sentence words={words} />
        </button>
        <MatchCount count={matches} of={surroundings.around.contexts} personal={personalIn(rule.when, surroundings)} />
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon variant="subtle" color="gray" size={28} aria-label={`Actions for rule ${position}`}>
              <IconDots size={16} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item leftSection={<IconArrowUp size={15} />} disabled={position === 1} onClick={() => onMove(-1)}>
              Move up
            </Menu.Item>
            <Menu.Item
              leftSection={<IconArrowDown size={15} />}
              disabled={position === rules}
              onClick={() => onMove(1)}
            >
              Move down
            </Menu.Item>
            <Menu.Item leftSection={<IconTrash size={15} />} color="var(--fanion-bad)" onClick={onRemove}>
              Remove rule
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </div>
      {findings}
      {opened ? (
        <RuleEditor
          rule={rule}
          published={published}
          moves={moves}
          position={position}
          rules={rules}
          onChange={onChange}
          surroundings={surroundings}
        />
      ) : null}
    </li>
  )
}
