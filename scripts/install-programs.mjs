// Installs system packages that tests need, if this needs no confirmation. npm test runs it in parallel with steps that
// do not need them, then checks for them and reports missing ones.
import { installTestChromium } from './chromium.mjs'
import { installHaproxy, installNginx } from './nginx.mjs'
import { installPgbouncer } from './pgbouncer.mjs'

installTestChromium()
installNginx()
installHaproxy()
installPgbouncer()
