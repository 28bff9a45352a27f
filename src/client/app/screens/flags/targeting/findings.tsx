import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Finding } from '../../../../../shared/lint/finding.ts'
import { quickFixOf } from '../../../../../shared/lint/quick-fix.ts'
import type { FlagDocument } from '../../../../../shared/schemas/flag.ts'
import { findingText, quickFixText } from './finding-text.ts'
import classes from './findings.module.css'

/** What may not be meant, each with the click that fixes it where there is an obvious one. */
export function Findings(props: {
  findings: readonly Finding[]
  document: FlagDocument
  /** The name of the environment. */
  where: string
  onChange: (document: FlagDocument) => void
}): ReactNode {
  const { findings, document, where, onChange } = props
  if (findings.length === 0) return null
  return (
    <ul className={classes['findings']}>
      {findings.map((finding) => {
        const fix = quickFixOf(document, finding)
        return (
          <li key={JSON.stringify(finding)}>
            <IconAlertTriangle size={14} aria-hidden />
            <span>{findingText(finding, document, where)}</span>
            {fix === null ? null : (
              <Button variant="subtle" size="compact-xs" onClick={() => onChange(fix.document)}>
                {quickFixText(fix)}
              </Button>
            )}
          </li>
        )
      })}
    </ul>
  )
}
