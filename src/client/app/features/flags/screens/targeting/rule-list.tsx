import { type ReactNode, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import type { Finding } from '../../../../../../shared/lint/finding.ts'
import type { FlagDocument } from '../../../../../../shared/schemas/flag.ts'
import type { Serve } from '../../../../../../shared/schemas/split.ts'
import { movesText } from '../../../../../../shared/text/diff/moves.ts'
import { useEventCallback } from '../../../../components/use-event-callback.ts'
import { useSameList } from '../../../../components/use-same-list.ts'
import { useMatches } from '../../../affected/use-matches.ts'
import { KnownAttributes } from '../../../targeting/known-attributes.ts'
import { KnownSegments } from '../../../targeting/known-segments.ts'
import { ServedCell } from '../../../variants/served-cell.tsx'
import { variantSlots } from '../../../variants/variant-slots.ts'
import { withChangedRule, withMovedRule, withoutRule } from './edit-rules.ts'
import { ExcludedByPrerequisite } from './excluded-by-prerequisite.tsx'
import { Findings } from './findings.tsx'
import { MatchCount } from './match-count.tsx'
import { NoCountsNotice } from './no-counts-notice.tsx'
import { RuleAdder } from './rule-adder.tsx'
import type { RuleContext } from './rule-context.ts'
import { RuleEditor } from './rule-editor.tsx'
import { RuleHead } from './rule-head.tsx'
import { type RuleActs, RuleLine } from './rule-line.tsx'
import classes from './rules.module.css'
import { ServeEditor } from './serve-editor.tsx'
import { uncountableReasonsIn, unsampledAttributesOf } from './uncountable-reasons.ts'
import { useFindings } from './use-findings.ts'

const movesOf = (was: Serve | undefined, is: Serve) => (was === undefined ? null : movesText(was, is))

/** Rules of a flag in one environment, in order, and what everyone else gets. */
export function RuleList(props: {
  document: FlagDocument
  published: FlagDocument
  context: RuleContext
  onChange: (document: FlagDocument) => void
}): ReactNode {
  const { document, published, context, onChange } = props
  const [opened, setOpened] = useState<string | null>(null)
  const [said, setSaid] = useState('')
  const { around, where, known } = context
  const openElse = opened === 'else'
  const matches = useMatches(around.ground, document, openElse ? null : opened)
  const { findings, settled } = useFindings(document, around)
  const { type, variants, rules, prerequisites } = document
  const unknown = useMemo(
    () => uncountableReasonsIn({ rules, prerequisites }, unsampledAttributesOf(around)),
    [rules, prerequisites, around],
  )
  const slots = useMemo(() => variantSlots({ type, variants }, known), [type, variants, known])
  const latest = useRef({ document, onChange })
  useEffect(() => {
    latest.current = { document, onChange }
  })
  const acts = useMemo<RuleActs>(
    () => ({
      onOpen: (id, open) => setOpened(open ? id : null),
      onMove: (id, by) => {
        const { document: now, onChange: change } = latest.current
        const from = now.rules.findIndex((rule) => rule.id === id) + 1
        change(withMovedRule(now, id, by))
        const to = Math.min(now.rules.length, Math.max(1, from + by))
        setSaid(`Rule ${from} moved to position ${to} of ${now.rules.length}`)
      },
      onRemove: (id) => latest.current.onChange(withoutRule(latest.current.document, id)),
    }),
    [],
  )
  const found = (rule: string | null, kinds?: readonly Finding['kind'][]) => (
    <Findings
      findings={findings.filter((one) => one.rule === rule && (kinds?.includes(one.kind) ?? true))}
      document={settled}
      where={where}
      // Fixes apply to the checked document, so they are ignored if it was edited since.
      onChange={(next) => {
        if (settled === document) onChange(next)
      }}
    />
  )
  const publishedServe = (id: string) => published.rules.find((rule) => rule.id === id)?.serve
  const fresh = useMemo((): Serve => ({ variant: context.variants[0] ?? '' }), [context.variants])
  const setOtherwise = useEventCallback((otherwise: Serve) => onChange({ ...document, otherwise }))
  const elseMatched = matches?.otherwise
  const elseAudience = useMemo(
    () => (elseMatched === undefined ? null : { matched: elseMatched, of: around.contexts ?? 0 }),
    [elseMatched, around.contexts],
  )
  const adding = useEventCallback((act: (now: FlagDocument) => FlagDocument) => onChange(act(document)))
  // Deferred: suggestions may lag behind, so that typing stays fast.
  const offered = useDeferredValue(useSameList(document.rules.map(({ when }) => when)))
  return (
    <KnownAttributes value={around.attributes}>
      <KnownSegments value={around.segments}>
        {found(null, ['unmet'])}
        <RuleHead />
        <ol className={classes['list']}>
          {document.rules.map((rule, i) => (
            <li key={rule.id} className={classes['rule']} data-open={opened === rule.id || undefined}>
              <RuleLine
                rule={rule}
                project={context.project}
                flag={document.key}
                environment={context.environment}
                slots={slots}
                position={i + 1}
                rules={document.rules.length}
                matches={matches?.rules[rule.id]}
                contexts={around.contexts}
                personal={unknown.get(rule.id)?.attribute}
                askedBy={unknown.get(rule.id)?.askedBy}
                opened={opened === rule.id}
                acts={acts}
              />
              {found(rule.id)}
              {opened === rule.id ? (
                <RuleEditor
                  flag={document.key}
                  rule={rule}
                  published={publishedServe(rule.id) ?? fresh}
                  publishedRule={published.rules.find(({ id }) => id === rule.id)}
                  moves={movesOf(publishedServe(rule.id), rule.serve)}
                  audience={unknown.get(rule.id)?.askedBy === null ? null : (matches?.audience ?? null)}
                  slots={slots}
                  position={i + 1}
                  rules={document.rules.length}
                  onChange={(changed) => onChange(withChangedRule(document, changed))}
                  context={context}
                />
              ) : null}
            </li>
          ))}
        </ol>
        <RuleAdder conditions={offered} published={published} context={context} onChange={adding} onOpen={setOpened} />
        <div className={classes['rule']} data-open={openElse || undefined}>
          <div className={classes['line']}>
            <span className={classes['position']}>∗</span>
            <button
              type="button"
              className={`${classes['open']} ${classes['says']}`}
              aria-expanded={openElse}
              onClick={() => setOpened(openElse ? null : 'else')}
            >
              <span className={classes['who']}>
                <span className={classes['name']}>{document.rules.length === 0 ? 'Everyone' : 'Everyone else'}</span>
              </span>
              <ServedCell serve={document.otherwise} slots={slots} />
            </button>
            <MatchCount
              count={matches?.otherwise}
              of={around.contexts}
              personal={unknown.get(null)?.attribute}
              askedBy={unknown.get(null)?.askedBy}
            />
          </div>
          {found(null, ['nobody-else', 'split-of-one', 'unserved'])}
          {openElse ? (
            <div className={classes['editor']}>
              <ServeEditor
                label="Everyone else"
                serve={document.otherwise}
                published={published.otherwise}
                moves={movesOf(published.otherwise, document.otherwise)}
                slots={slots}
                audience={elseAudience}
                variants={context.variants}
                attributes={context.attributes}
                onChange={setOtherwise}
              />
            </div>
          ) : null}
        </div>
        <ExcludedByPrerequisite
          matches={matches}
          contexts={around.contexts}
          about={[...unknown.values()].some(({ askedBy }) => askedBy?.startsWith('prerequisite'))}
        />
        {around.contexts === 0 && document.rules.length > 0 ? <NoCountsNotice context={context} /> : null}
        <p className="visually-hidden" role="status">
          {said}
        </p>
      </KnownSegments>
    </KnownAttributes>
  )
}
