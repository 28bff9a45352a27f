import { IconCode } from '@tabler/icons-react'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { flagSnippets, typeOfFlag } from '../../../../../shared/codegen/flag-snippets.ts'
import { CodeBlock } from '../../../components/code-block.tsx'
import { CopyButton } from '../../../components/copy-button.tsx'
import { SectionNav } from '../../../components/section-nav.tsx'
import { StatePanel } from '../../../components/state-panel.tsx'
import { trpc } from '../../../trpc.ts'
import classes from './code-screen.module.css'
import { FlagBuilds } from './flag-builds.tsx'
import { FlagReferences } from './flag-references.tsx'
import { VendorSupportNotice } from './vendor-support-notice.tsx'

const route = getRouteApi('/in/p/$project/flags/$flag/code')

/** Code that reads this flag, for each runtime, typed by the flag’s values. */
export function CodeScreen(): ReactNode {
  const { project, flag } = route.useParams()
  const { env, runtime } = route.useSearch()
  const page = trpc.flags.get.useQuery({ project, flag }).data
  if (page === undefined) return null
  const environment = page.environments.find((one) => one.key === env && page.heads[one.key] !== undefined)
  const shown = environment ?? page.environments.find((one) => page.heads[one.key] !== undefined)
  const head = shown === undefined ? undefined : page.heads[shown.key]
  if (shown === undefined || head === undefined)
    return (
      <>
        <StatePanel icon={IconCode} title="Not served to any application">
          This flag isn’t in any environment, so there’s nothing to read.
        </StatePanel>
        <div className={classes['page']}>
          <FlagBuilds project={project} flag={flag} />
          <FlagReferences project={project} flag={flag} />
        </div>
      </>
    )
  const snippets = flagSnippets(head.document, location.origin)
  const chosen = snippets.find((one) => one.runtime === runtime) ?? snippets[0]
  return (
    <>
      <SectionNav label="Runtime">
        {snippets.map((one) => (
          <Link
            key={one.runtime}
            to="."
            search={(old) => ({ ...old, runtime: one.runtime })}
            aria-current={one.runtime === chosen?.runtime ? 'page' : undefined}
          >
            {one.label}
          </Link>
        ))}
      </SectionNav>
      <div className={classes['page']}>
        <p className={classes['lead']}>
          <code>{flag}</code> returns <code>{typeOfFlag(head.document)}</code>. Replace the placeholder with a key:{' '}
          <Link to="/p/$project/connect" params={{ project }} search={{ env: shown.key, flag }}>
            create one for {shown.name}
          </Link>
          .
        </p>
        {chosen === undefined ? null : (
          <>
            {chosen.install === null ? null : (
              <CodeBlock
                label="Install"
                code={chosen.install}
                actions={<CopyButton text={chosen.install} label="Copy" size="compact-sm" />}
              />
            )}
            <CodeBlock
              label={chosen.label}
              code={chosen.code}
              actions={<CopyButton text={chosen.code} label="Copy code" size="compact-sm" />}
            />
          </>
        )}
        <p className={classes['lead']}>
          All flags in an environment at once: <code>npx fanion pull</code> writes typed declarations, and{' '}
          <code>npx fanion check</code> fails the build if code reads a flag that doesn’t exist.
        </p>
        <FlagBuilds project={project} flag={flag} />
        <FlagReferences project={project} flag={flag} />
        <VendorSupportNotice project={project} environment={shown.key} flag={flag} />
      </div>
    </>
  )
}
