import type { ReactNode } from 'react'
import type { FlagLine } from '../../../../../shared/features/flags/schemas/flag-view.ts'
import { nodeSnippet } from '../../../../../shared/text/code/snippet.ts'
import { CodeBlock } from '../../../components/code-block.tsx'
import { CopyButton } from '../../../components/copy-button.tsx'
import classes from './connect.module.css'

/** Steps to install, save and run a program that prints the flag and each change of it. */
export function SnippetSteps(props: {
  url: string
  sdkKey: string | null
  flag: Pick<FlagLine, 'key' | 'type'> | undefined
}): ReactNode {
  const { url, sdkKey, flag } = props
  if (flag === undefined)
    return (
      <p className={classes['hint']}>Create a flag first. Sample code that reads it appears here, ready to paste.</p>
    )
  const { install, file, program, run } = nodeSnippet({ url, sdkKey: sdkKey ?? 'fan_srv_…', flag })
  return (
    <section className={classes['steps']} aria-labelledby="snippet">
      <h2 id="snippet" className={classes['heading']}>
        Node.js application that evaluates <code>{flag.key}</code>
      </h2>
      {sdkKey === null ? (
        <p className={classes['hint']}>Create a server key above to add it to the code, ready to run.</p>
      ) : null}
      <CodeBlock
        code={install}
        label="1. Install"
        actions={<CopyButton text={install} label="Copy" size="compact-sm" />}
      />
      <CodeBlock
        code={program}
        label={`2. Save as ${file}`}
        actions={<CopyButton text={program} label="Copy code sample" size="compact-sm" disabled={sdkKey === null} />}
      />
      <CodeBlock code={run} label="3. Run" actions={<CopyButton text={run} label="Copy" size="compact-sm" />} />
    </section>
  )
}
