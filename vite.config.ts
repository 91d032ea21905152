import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig, type Plugin } from 'vite';

/** Takes a part out of a package's file; a version that has it no more is to be looked at. */
function cut(code: string, part: RegExp): string {
  if (!part.test(code)) throw new Error(`Nothing there to be taken out: ${part}`);
  return code.replace(part, '');
}

const api = `http://127.0.0.1:${process.env.API_PORT ?? '3000'}`;

/** sonner writes its styles into the page when it loads, which the Content-Security-Policy refuses; we link them. */
const linkedToastStyles: Plugin = {
  name: 'linked-toast-styles',
  transform(code, id) {
    if (!/\/sonner\/dist\/index\.m?js$/.test(id)) return null;
    return cut(code, /^__insertCSS\(".*"\);$/m);
  },
};

/** Takes out what a function of a package's file does; a version that has it no more is to be looked at. */
function emptied(code: string, name: string, instead = ''): string {
  const head = `^([ \\t]*)((?:export )?(?:async )?function ${name})\\((?:.*|[^{]*)\\) \\{\\n`;
  const whole = new RegExp(`${head}[\\s\\S]*?^\\1\\}$`, 'm');
  if (!whole.test(code)) throw new Error(`Nothing there to be taken out: ${name}`);
  return code.replace(whole, `$1$2() {${instead}}`);
}

/**
 * What React does for its own view transitions, references to fragments, lists of suspended parts, parts kept hidden,
 * custom elements, and files asked for ahead: no page has them, so that nothing reaches these functions with work to do.
 */
const unusedInReact = [
  // <ViewTransition>; the router's transitions are the browser's own.
  'startViewTransition',
  'applyViewTransitionToHostInstances',
  'applyViewTransitionToHostInstancesRecursive',
  'restoreViewTransitionOnHostInstances',
  'commitAppearingPairViewTransitions',
  'commitEnterViewTransitions',
  'commitDeletedPairViewTransitions',
  'commitExitViewTransitions',
  'commitNestedViewTransitions',
  'restorePairedViewTransitions',
  'restoreEnterOrExitViewTransitions',
  'restoreNestedViewTransitions',
  'measureViewTransitionHostInstancesRecursive',
  'measureNestedViewTransitions',
  'scheduleViewTransitionEvent',
  'createViewTransitionInstance',
  'getViewTransitionName',
  'getViewTransitionClassName',
  // <Fragment ref>
  'FragmentInstance',
  'commitNewChildToFragmentInstances',
  'commitNewChildToFragmentInstance',
  'deleteChildFromFragmentInstance',
  'commitFragmentInstanceInsertionEffects',
  'commitFragmentInstanceDeletionEffects',
  // <SuspenseList> and <Activity>
  'updateSuspenseListComponent',
  'updateActivityComponent',
  // Custom elements, and the names of the components around an error, which are shortened in the build anyway.
  'setPropOnCustomElement',
  'getStackByFiberInDevAndProd',
  // Styles, stylesheets and scripts as elements, and preload() and its like
  'acquireResource',
  'suspendResource',
  'prefetchDNS',
  'preconnect',
  'preload',
  'preloadModule',
  'preinitScript',
  'preinitStyle',
  'preinitModuleScript',
];

const unusedReactParts: Plugin = {
  name: 'unused-react-parts',
  transform(code, id) {
    if (id.endsWith('/react-dom.production.js'))
      return cut(code, /^exports\.pre(connect|fetchDNS|(init|load)(Module)?) = function [\s\S]*?^\};\n/gm);
    if (!id.endsWith('/react-dom-client.production.js')) return null;
    const methods = /^FragmentInstance\.prototype\.\w+ = function [\s\S]*?^\};\n/gm;
    const without = unusedInReact.reduce((rest, name) => emptied(rest, name), cut(code, methods));
    // As it answers for <title> and <meta>.
    return emptied(without, 'getResource', 'return null;');
  },
};

/**
 * What React Router has, by its files, for forms, for what is fetched beside a page, and for data that comes with it:
 * pages here ask and tell by GraphQL alone.
 */
const unused: Record<string, string[]> = {
  'router/router.js': ['handleAction', 'fetch', 'handleFetcherAction', 'handleFetcherLoader'],
  'dom/lib.js': ['parseHydrationData'],
};

/**
 * React Router names its parts for React's tools, and makes some by a call; either keeps those in that nobody uses (its
 * own links, forms, and what they fetch ahead). Without a name, and marked as pure, they are left out; and so are its
 * tracing, which nobody asks for, what it tries out, and what it tells those who build with it.
 */
const unusedRouterParts: Plugin = {
  name: 'unused-router-parts',
  transform(code, id) {
    const [, file] = /\/react-router\/dist\/(?:production\/lib\/)?(.*\.js)$/.exec(id) ?? [];
    if (!file) return null;
    return (unused[file] ?? [])
      .reduce((rest, name) => emptied(rest, name), code)
      .replace(/\b(init|opts\?)\.instrumentations\b/g, 'undefined')
      .replace(/\bfuture\.unstable_\w+/g, 'false')
      .replace(/^\w+\.displayName = "[^"]*";$/gm, '')
      .replace(/^(\t+)(?=(warning|warnOnce)\()/gm, '$1/* @__PURE__ */ ')
      .replace(
        /^const (\w+) = (?=React\$1\.(forwardRef|createContext|memo)\()/gm,
        'const $1 = /* @__PURE__ */ ',
      );
  },
};

/** Icons are drawn by us: Lucide's own way weighs more than all of those that a page shows. */
const drawnIcons: Plugin = {
  name: 'drawn-icons',
  enforce: 'pre',
  resolveId(asked, by) {
    const icon = asked === '../createLucideIcon.mjs' && by?.includes('/lucide-react/dist/esm/icons/');
    return icon ? fileURLToPath(new URL('web/ui/create-icon.ts', import.meta.url)) : null;
  },
};

/** Questions are posted, and answers come whole: how else it may be done is left out. */
const wholeAnswers: Plugin = {
  name: 'whole-answers',
  transform(code, id) {
    if (id.endsWith('/link/http/parseAndCheckHttpResponse.js')) return emptied(code, 'readMultipartBody');
    if (id.endsWith('/link/http/rewriteURIForGET.js')) return emptied(code, 'rewriteURIForGET');
    return null;
  },
};

/** Documents are printed as questions only: how a schema is printed nobody asks in a browser. */
const printedQuestions: Plugin = {
  name: 'printed-questions',
  transform(code, id) {
    if (!id.endsWith('/graphql/language/printer.mjs')) return null;
    return cut(code, /^ {4}SchemaDefinition:[\s\S]*?(?=^};$)/m);
  },
};

const frame =
  /\/web\/(app\/(main|focus-stays|addresses|api-fetch|connection|notify|Pending|page|Link|intent|unsaved|signed-in-hint|errors|router|ErrorView|DocumentTitle)|app\/layouts\/(Root|Cover)Layout|ui\/(Brand|Button|Banner|ForeEdge|PathIcon|same-numbers))\.tsx?$/;

/** What every page needs that asks the server: Apollo, but for what only some pages use of it. */
const cache =
  /node_modules\/(@apollo\/client\/(?!link\/(error|ws|subscriptions)|react\/hooks\/(useMutation|useSuspenseQuery))|graphql\/|optimism|@wry|rxjs|tslib)/;

/** What every page of a book has around it. */
const house =
  /\/web\/(app\/(generated\/possible-types|inside-routes|NavLink|apollo|guards|later|lost-actions|preload|session|use-kept-fragment|when-loaded|layouts\/(AccountMenu|BookSwitcher|FamilyLayout|Impersonating|book\.(route|graphql)|last-book|signed-in\.route|with-data))|ui\/(Cameo|Icon|create-icon|Menu|use-parts|Skeleton|VoiceLine)\.|subjects\/(person-words|when|today\/(AskDialog|Questions\.graphql|(NewStories|today)\.module|use-line)))|@apollo\/client\/link\/error|lucide-react\/dist\/esm\/icons\/(book-open|house|image|phone|users|plus)\./;

/** Small parts that many pages inside share. */
const parts =
  /\/web\/(app\/PlainPage|conversations\/call-times|ui\/(Dialog|Notice|Popover))\.|lucide-react\/dist\/esm\/icons\/(circle-(alert|exclamation-point)|pencil-line|triangle-(alert|exclamation-point))\./;

export default defineConfig(({ isSsrBuild }) => ({
  root: 'web',
  plugins: [
    react(),
    linkedToastStyles,
    unusedReactParts,
    unusedRouterParts,
    drawnIcons,
    wholeAnswers,
    printedQuestions,
  ],
  // rxjs has its classes as classes under this name, and as functions with helpers otherwise.
  resolve: { conditions: ['es2015', ...defaultClientConditions] },
  define: { 'import.meta.env.API_URL': JSON.stringify(process.env.API_URL ?? '') },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2023',
    sourcemap: false,
    manifest: true,
    // Files only: the Content-Security-Policy knows no data: addresses.
    assetsInlineLimit: 0,
    // The finer outlines of the map, loaded when it shows a small part of the world.
    chunkSizeWarningLimit: 800,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      checks: { circularDependency: true },
      onwarn(warning, warn) {
        if (warning.code === 'CIRCULAR_DEPENDENCY' && !warning.message.includes('node_modules'))
          throw new Error(warning.message);
        warn(warning);
      },
      output: {
        // What makes the pages ahead of time is in one piece, of nothing but what it uses.
        codeSplitting: !isSsrBuild && {
          groups: [
            // Apart, since a page that is there before its script begins with nothing else.
            {
              name: 'begin',
              test: /preload-helper|\/web\/(app\/(start|ahead)\.ts|app\/styles\/|app\/layouts\/CoverLayout\.module|ui\/picture-sizes\.ts)/,
              priority: 1,
            },
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler|react-router)\// },
            // Small files that every page needs pack far better as one.
            { name: 'frame', test: frame },
            { name: 'line', test: /\/web\/ui\/voice-line\.ts/ },
            { name: 'apollo', test: cache },
            { name: 'house', test: house },
            // What most pages inside have some of.
            { name: 'parts', test: parts },
            {
              name: 'words',
              test: /\/web\/(subjects\/(duration|name-beside|time-zone|weekdays)|ui\/(EmailAddress|until-loaded))\./,
            },
            {
              name: 'live',
              test: /\/web\/(app\/(live|idle-queries|absence)|biography\/reading\/use-story-changes|keepsakes\/follow-keepsakes)\.ts/,
            },
            // Who is chosen from in dialogs of several pages.
            { name: 'choose', test: /\/web\/people\/(everybody|read-everybody|family\/(use-s|S)uccessor)\./ },
          ],
        },
      },
    },
  },
  server: {
    proxy: {
      '/graphql': { target: api, ws: true },
      '/api': api,
      '/media': api,
      '/desk': api,
      '/hooks': { target: api, ws: true },
    },
  },
}));
