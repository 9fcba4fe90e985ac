// Browsers start no worker for a page that is opened from a disk. There the search works in a
// frame that nobody sees, which looks like a worker from both sides.
if (location.protocol === "file:")
  window.Worker = class extends EventTarget {
    constructor(url) {
      super()
      const frame = document.createElement("iframe")
      frame.hidden = true
      document.body.append(frame)
      const scope = frame.contentWindow
      const load = src =>
        new Promise((loaded, failed) => {
          const script = scope.document.createElement("script")
          Object.assign(script, { src, onload: loaded, onerror: failed })
          scope.document.body.append(script)
        })
      scope.importScripts = (...urls) => urls.reduce((before, src) => before.then(() => load(src)), Promise.resolve())
      scope.postMessage = data => this.dispatchEvent(new MessageEvent("message", { data }))
      const ready = load(new URL(url, location).href)
      this.postMessage = data => ready.then(() => scope.dispatchEvent(new MessageEvent("message", { data })))
    }
  }
