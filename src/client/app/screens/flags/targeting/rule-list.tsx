import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useDeferredValue, useMemo, useState } from 'react'
import type { Finding } from '../../../../../shared/lint/finding.ts'
import { lintFlag } from '../../../../../shared/lint/lint-flag.ts'
import type { Scalar } from '../../../../../shared/schemas/condition.ts'
import type { FlagDocument, Rule } from '../../../../../shared/schemas/flag.ts'
import type { Serve } from '../../../../../shared/schemas/split.ts'
import { movesText } from '../../../../../shared/text/diff/moves.ts'
import { serveText } from '../../../../../shared/text/rules/serve.ts'
import { newId } from '../../../components/new-id.ts'
import { useMatches } from '../../../features/affected/use-matches.ts'
import { KnownAttributes, starters } from '../../../features/targeting/known-attributes.ts'
import { emptyLeaf } from '../../../features/targeting/rows.ts'
import { Sentence } from '../../../features/targeting/sentence.tsx'
import { withChangedRule, withMovedRule, withoutRule, withRule } from './edit-rules.ts'
import { Findings } from './findings.tsx'
import { MatchCount } from './match-count.tsx'
import { RuleBar } from './rule-bar.tsx'
import { RuleRow } from './rule-row.tsx'
import type { RuleSurroundings } from './rule-surroundings.ts'
import classes from './rules.module.css'
import { ServeEditor } from './serve-editor.tsx'
import { Starters } from './starters.tsx'

/** The rules of a flag in one environment, in order, and what everyone else gets. */
export function RuleList(props: {
  document: FlagDocument
  published: FlagDocument
  surroundings: RuleSurroundings
  onChange: (document: FlagDocument) => void
}): ReactNode {
  const { document, published, surroundings, onChange } = props
  const [opened, setOpened] = useState<string | null>(null)
  const [said, setSaid] = useState('')
  const { around, where, attributes, project, environment } = surroundings
  const matches = useMatches(around.ground, document)
  // findings may be a moment late: what is typed is shown first
  const settled = useDeferredValue(document)
  const { answers, emptySegments, attributes: known } = around
  const refs = JSON.stringify([[...answers], [...emptySegments]])
  const findings = useMemo(() => {
    // the same, but the same object as long as nothing in them changed
    const [pairs, keys] = JSON.parse(refs) as [[string, string][], string[]]
    return lintFlag(settled, { answers: new Map(pairs), emptySegments: new Set(keys), attributes: known })
  }, [settled, known, refs])
  const add = (attribute?: string, value?: Scalar) => {
    const id = newId()
    onChange(withRule(document, id, { ...emptyLeaf(attribute), values: value === undefined ? [] : [value] }))
    if (value === undefined) setOpened(id)
  }
  const conditions = [...document.rules, ...published.rules].map(({ when }) => when)
  const found = (rule: string | null, kinds?: readonly Finding['kind'][]) => (
    <Findings
      findings={findings.filter((one) => one.rule === rule && (kinds?.includes(one.kind) ?? true))}
      document={settled}
      where={where}
      onChange={onChange}
    />
  )
  const addRead = (rule: Pick<Rule, 'when' | 'serve'>) =>
    onChange({ ...document, rules: [...document.rules, { id: newId(), ...rule }] })
  const move = (id: string, from: number, by: number) => {
    onChange(withMovedRule(document, id, by))
    setSaid(
      `Rule ${from} moved to position ${Math.min(document.rules.length, Math.max(1, from + by))} of ${document.rules.length}`,
    )
  }
  const publishedServe = (id: string) => published.rules.find((rule) => rule.id === id)?.serve
  const movesOf = (was: Serve | undefined, is: Serve) => (was === undefined ? null : movesText(was, is))
  const openElse = opened === 'else'
  return (
    <KnownAttributes value={around.attributes}>
      {found(null, ['unmet'])}
      <ol className={classes['list']}>
        {document.rules.map((rule, i) => (
          <RuleRow
            key={rule.id}
            rule={rule}
            published={publishedServe(rule.id) ?? { variant: surroundings.variants[0] ?? '' }}
            moves={movesOf(publishedServe(rule.id), rule.serve)}
            position={i + 1}
            rules={document.rules.length}
            matches={matches?.rules[rule.id]}
            findings={found(rule.id)}
            opened={opened === rule.id}
            onOpen={(open) => setOpened(open ? rule.id : null)}
            onChange={(changed) => onChange(withChangedRule(document, changed))}
            onMove={(by) => move(rule.id, i + 1, by)}
            onRemove={() => onChange(withoutRule(document, rule.id))}
            surroundings={surroundings}
          />
        ))}
      </ol>
      <div className={classes['add']}>
        <Button variant="subtle" size="compact-sm" leftSection={<IconPlus size={14} />} onClick={() => add()}>
          Add rule
        </Button>
        <Starters starters={starters(attributes, around.attributes, conditions, around.contexts ?? 0)} onStart={add} />
        <RuleBar variants={surroundings.variants} onAdd={addRead} />
      </div>
      <div className={classes['rule']} data-open={openElse || undefined}>
        <div className={classes['line']}>
          <span className={classes['position']}>∗</span>
          <button
            type="button"
            className={classes['open']}
            aria-expanded={openElse}
            onClick={() => setOpened(openElse ? null : 'else')}
          >
            {document.rules.length === 0 ? 'Everyone' : 'Everyone else'} →{' '}
            <Sentence words={serveText(document.otherwise)} />
          </button>
          <MatchCount count={matches?.otherwise} of={around.contexts} />
        </div>
        {found(null, ['nobody-else', 'split-of-one', 'unserved'])}
        {openElse ? (
          <div className={classes['editor']}>
            <ServeEditor
              label="Everyone else"
              serve={document.otherwise}
              published={published.otherwise}
              variants={surroundings.variants}
              attributes={surroundings.attributes}
              moves={movesOf(published.otherwise, document.otherwise)}
              onChange={(otherwise) => onChange({ ...document, otherwise })}
            />
          </div>
        ) : null}
      </div>
      {around.contexts === 0 && document.rules.length > 0 ? (
        <p className={classes['uncounted']}>
          {around.sampling
            ? `No contexts seen in ${where} yet. Once there are, each rule shows how many it serves.`
            : `${where} isn’t sampling contexts, so there’s no estimate of how many each rule serves.`}{' '}
          <Link to="/p/$project/contexts" params={{ project }} search={{ env: environment }}>
            Contexts
          </Link>
        </p>
      ) : null}
      <p className="visually-hidden" role="status">
        {said}
      </p>
    </KnownAttributes>
  )
}
