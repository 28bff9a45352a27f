import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Environment } from '../../../../../shared/features/projects/schemas/project.ts'
import { declarationOf } from '../../../../../shared/text/code/snippet.ts'
import { CodeBlock } from '../../../components/code-block.tsx'
import { CopyButton } from '../../../components/copy-button.tsx'
import { trpc } from '../../../trpc.ts'
import classes from './builds.module.css'

/** Code to paste so that an application reports its declarations and its build. */
export function FirstBuild({ project, environment }: { project: string; environment: Environment }): ReactNode {
  const flag = trpc.flags.keys.useQuery({ project, limit: 1 }).data?.[0] ?? {
    key: 'checkout',
    type: 'boolean' as const,
  }
  const code = [
    `const flags = defineFlags({ ${declarationOf(flag)} })`,
    `const fanion = createFanion({ url: '${location.origin}', key: 'fan_srv_…', flags })`,
  ].join('\n')
  return (
    <div className={classes['first']}>
      <CodeBlock
        label="Declare what you read"
        code={code}
        actions={<CopyButton text={code} label="Copy code" size="compact-sm" />}
      />
      <p>
        Name and version come from the nearest <code>package.json</code>.{' '}
        <Link to="/p/$project/connect" params={{ project }} search={{ env: environment.key, flag: flag.key }}>
          Create a key for {environment.name}
        </Link>
      </p>
    </div>
  )
}
