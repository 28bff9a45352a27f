import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Finding } from '../../../../../../shared/lint/finding.ts'
import { quickFixOf } from '../../../../../../shared/lint/quick-fix.ts'
import type { FlagDocument } from '../../../../../../shared/schemas/flag.ts'
import { findingsText, findingText, quickFixText } from './finding-text.ts'
import classes from './findings.module.css'

/** Likely mistakes in a document, with a one-click fix where possible. */
export function Findings(props: {
  findings: readonly Finding[]
  document: FlagDocument
  /** Name of the environment. */
  where: string
  onChange: (document: FlagDocument) => void
}): ReactNode {
  const { findings, document, where, onChange } = props
  if (findings.length === 0) return null
  return (
    <ul className={classes['findings']}>
      {grouped(findings).map((group) => {
        const [first] = group
        if (first === undefined) return null
        const each = group.map((finding) => (
          <FindingItem
            key={JSON.stringify(finding)}
            finding={finding}
            document={document}
            where={where}
            onChange={onChange}
          />
        ))
        return group.length < fewest ? (
          each
        ) : (
          <li key={first.kind} className={classes['group']}>
            <details>
              <summary>
                <IconAlertTriangle size={14} aria-hidden />
                <span>{findingsText(group, document, where)}</span> <u>Show each</u>
              </summary>
              <ul>{each}</ul>
            </details>
          </li>
        )
      })}
    </ul>
  )
}

/** Number of findings of one kind from which they are grouped. */
const fewest = 3

const grouped = (findings: readonly Finding[]): Finding[][] => {
  const groups = new Map<Finding['kind'], Finding[]>()
  for (const finding of findings) groups.set(finding.kind, [...(groups.get(finding.kind) ?? []), finding])
  return [...groups.values()]
}

function FindingItem(props: {
  finding: Finding
  document: FlagDocument
  where: string
  onChange: (document: FlagDocument) => void
}): ReactNode {
  const { finding, document, where, onChange } = props
  const fix = quickFixOf(document, finding)
  return (
    <li>
      <IconAlertTriangle size={14} aria-hidden />
      <span>{findingText(finding, document, where)}</span>
      {fix === null ? null : (
        <Button variant="subtle" size="compact-xs" onClick={() => onChange(fix.document)}>
          {quickFixText(fix)}
        </Button>
      )}
    </li>
  )
}
