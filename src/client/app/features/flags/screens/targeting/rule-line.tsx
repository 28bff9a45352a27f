import { ActionIcon, Menu } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconDots, IconFlask, IconTrash } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type KeyboardEvent, memo, type ReactNode, useMemo } from 'react'
import { importedShare } from '../../../../../../shared/datafile/imported-share.ts'
import type { Rule } from '../../../../../../shared/schemas/flag.ts'
import { collapseLists } from '../../../../../../shared/text/collapse.ts'
import { ruleText } from '../../../../../../shared/text/rules/sentence.ts'
import { text } from '../../../../../../shared/text/word.ts'
import { armsOfServe } from '../../../experiments/arms-of-serve.ts'
import { ServedCell } from '../../../variants/served-cell.tsx'
import type { Slot } from '../../../variants/variant-slots.ts'
import { MatchCount } from './match-count.tsx'
import { RuleAudience } from './rule-audience.tsx'
import classes from './rules.module.css'

export type RuleActs = {
  onOpen: (id: string, open: boolean) => void
  onMove: (id: string, by: number) => void
  onRemove: (id: string) => void
}

/**
 * A rule in one line: conditions, served variants and count. Alt with an arrow key moves it. Memoized, because a flag
 * may have many rules with long lists.
 */
export const RuleLine = memo(function RuleLine(props: {
  rule: Rule
  project: string
  flag: string
  environment: string
  slots: ReadonlyMap<string, Slot>
  position: number
  rules: number
  /** Recent contexts that the rule serves, out of `contexts`. Undefined while unknown. */
  matches: number | undefined
  contexts: number | null
  /** Personal attribute that samples lack, and what reads it. `askedBy` is null if the rule itself does. */
  personal: string | undefined
  askedBy: string | null | undefined
  opened: boolean
  acts: RuleActs
}): ReactNode {
  const {
    rule,
    project,
    flag,
    environment,
    slots,
    position,
    rules,
    matches,
    contexts,
    personal,
    askedBy,
    opened,
    acts,
  } = props
  const words = useMemo(() => text(collapseLists(ruleText(rule))), [rule])
  const imported = useMemo(() => importedShare(rule), [rule])
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key]
    if (!event.altKey || by === undefined) return
    event.preventDefault()
    acts.onMove(rule.id, by)
  }
  return (
    <div className={classes['line']} role="group" aria-label={`Rule ${position}: ${words}`}>
      <span className={classes['position']}>{position}</span>
      <button
        type="button"
        className={`${classes['open']} ${classes['says']}`}
        aria-expanded={opened}
        data-rule={rule.id}
        onClick={() => acts.onOpen(rule.id, !opened)}
        onKeyDown={onKeyDown}
      >
        <RuleAudience rule={imported?.withoutRollout() ?? rule} />
        <ServedCell serve={rule.serve} share={imported?.share} slots={slots} />
      </button>
      <MatchCount count={matches} of={contexts} personal={personal} askedBy={askedBy} />
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={28}
            className={classes['menu']}
            aria-label={`Actions for rule ${position}`}
          >
            <IconDots size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<IconArrowUp size={15} />}
            disabled={position === 1}
            onClick={() => acts.onMove(rule.id, -1)}
          >
            Move up
          </Menu.Item>
          <Menu.Item
            leftSection={<IconArrowDown size={15} />}
            disabled={position === rules}
            onClick={() => acts.onMove(rule.id, 1)}
          >
            Move down
          </Menu.Item>
          {rule.run === undefined && armsOfServe(rule.serve) !== null ? (
            <Menu.Item
              leftSection={<IconFlask size={15} />}
              renderRoot={(root) => (
                <Link
                  {...root}
                  to="/p/$project/experiments/new"
                  params={{ project }}
                  search={{ flag, env: environment, rule: rule.id }}
                />
              )}
            >
              Make it an experiment
            </Menu.Item>
          ) : null}
          <Menu.Item
            leftSection={<IconTrash size={15} />}
            color="var(--fanion-bad)"
            onClick={() => acts.onRemove(rule.id)}
          >
            Remove rule
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </div>
  )
})
