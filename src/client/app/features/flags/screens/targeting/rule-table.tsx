import { type ReactNode, useMemo } from 'react'
import { importedShare } from '../../../../../../shared/datafile/imported-share.ts'
import type { FlagDocument, Rule } from '../../../../../../shared/schemas/flag.ts'
import { useMatches } from '../../../affected/use-matches.ts'
import { ExperimentLink } from '../../../experiments/experiment-link.tsx'
import { KnownSegments } from '../../../targeting/known-segments.ts'
import { ServedCell } from '../../../variants/served-cell.tsx'
import { variantSlots } from '../../../variants/variant-slots.ts'
import { ExcludedByPrerequisite } from './excluded-by-prerequisite.tsx'
import { MatchCount } from './match-count.tsx'
import { RuleAudience } from './rule-audience.tsx'
import type { RuleContext } from './rule-context.ts'
import { RuleHead } from './rule-head.tsx'
import classes from './rules.module.css'
import { uncountableReasonsIn, unsampledAttributesOf } from './uncountable-reasons.ts'

/** Read-only rules of a flag in one environment, in the same columns as the editor. */
export function RuleTable(props: { document: FlagDocument; context: RuleContext }): ReactNode {
  const { document, context } = props
  const { around, known, project, environment } = context
  const here = { project, environment, flag: document.key }
  const matches = useMatches(around.ground, document)
  const unknown = useMemo(() => uncountableReasonsIn(document, unsampledAttributesOf(around)), [document, around])
  const slots = useMemo(() => variantSlots(document, known), [document, known])
  const count = (rule: Rule) => (
    <MatchCount
      count={matches?.rules[rule.id]}
      of={around.contexts}
      personal={unknown.get(rule.id)?.attribute}
      askedBy={unknown.get(rule.id)?.askedBy}
    />
  )
  return (
    <KnownSegments value={around.segments}>
      <RuleHead />
      <ol className={classes['list']}>
        {document.rules.map((rule, i) => (
          <li key={rule.id} className={classes['rule']}>
            <div className={classes['line']}>
              <span className={classes['position']}>{i + 1}</span>
              <div className={classes['says']}>
                <RuleAudience rule={importedShare(rule)?.withoutRollout() ?? rule} />
                <ServedCell serve={rule.serve} share={importedShare(rule)?.share} slots={slots} />
              </div>
              {count(rule)}
              <ExperimentLink {...here} rule={rule} serve={rule.serve} />
            </div>
          </li>
        ))}
      </ol>
      <div className={classes['rule']}>
        <div className={classes['line']}>
          <span className={classes['position']}>∗</span>
          <div className={classes['says']}>
            <span className={classes['who']}>
              <span className={classes['name']}>{document.rules.length === 0 ? 'Everyone' : 'Everyone else'}</span>
            </span>
            <ServedCell serve={document.otherwise} slots={slots} />
          </div>
          <MatchCount
            count={matches?.otherwise}
            of={around.contexts}
            personal={unknown.get(null)?.attribute}
            askedBy={unknown.get(null)?.askedBy}
          />
          <ExperimentLink {...here} rule={null} serve={document.otherwise} />
        </div>
      </div>
      <ExcludedByPrerequisite
        matches={matches}
        contexts={around.contexts}
        about={[...unknown.values()].some(({ askedBy }) => askedBy?.startsWith('prerequisite'))}
      />
    </KnownSegments>
  )
}
