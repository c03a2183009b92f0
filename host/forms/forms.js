/* Forms over jedison: its tree of values, with editors of our own. */

import { containersOf } from "./containers.js";
import { clone, make } from "./elements.js";
import { leavesOf } from "./leaves.js";
import { partOf } from "./part.js";

/** Nothing is judged here: that is done in Python, against the schema as the server wrote it. */
const unjudged = { getErrors: () => [] };

/** The classes of a form, over the module of jedison. */
function classesOf(Jedison) {
  class Form extends Jedison.Create {
    get validator() {
      return unjudged;
    }

    set validator(_) {}

    appendHiddenInput() {}

    expand(schema) {
      if (!schema.$ref) return schema;
      const { $ref, ...own } = schema;
      return { ...this.expand(this.options.definitions[$ref]), ...own };
    }

    createInstance(config) {
      const schema = this.expand(config.schema);
      const value = config.value === undefined ? clone(schema["x-initial"]) : config.value;
      const instance = super.createInstance({ ...config, schema, value });
      if (value !== undefined) instance.setValue(clone(value), false);
      return instance;
    }
  }

  const Part = partOf(Jedison);
  return { Form, editors: [...leavesOf(Part), ...containersOf(Part)] };
}

const made = new WeakMap();
let forms = 0;

/** A form in `container`. What goes in and comes out is JSON text; `changed` is called after a person changed it. */
export function createForm({ default: Jedison }, container, plan, changed) {
  if (!made.has(Jedison)) made.set(Jedison, classesOf(Jedison));
  const { Form, editors } = made.get(Jedison);
  const { schema, definitions, value } = JSON.parse(plan);
  let isQuiet = true;
  let isWaiting = false;
  const form = new Form({
    container,
    schema,
    definitions,
    data: value,
    id: `form${++forms}`,
    theme: new Jedison.Theme(),
    customEditors: editors,
    showErrors: "never",
    purifyHtml: false,
    purifyData: false,
    enforceRequired: false,
    enforceEnum: false,
    enforceAdditionalProperties: false,
    enforceMinItems: false,
  });
  form.on("change", () => {
    if (isQuiet || isWaiting) return;
    isWaiting = true;
    queueMicrotask(() => {
      isWaiting = false;
      if (form.root) changed();
    });
  });
  isQuiet = false;

  function* parts(instance = form.root) {
    yield instance;
    for (const child of instance.children) yield* parts(child);
  }

  function nearest(path) {
    const shown = [...parts()].filter((part) => part.ui.control.container.isConnected);
    const known = new Map(shown.map((part) => [part.path, part]));
    while (!known.has(path)) path = path.slice(0, path.lastIndexOf("/"));
    return known.get(path);
  }

  return {
    value: () => JSON.stringify(form.getValue()),
    set(text) {
      isQuiet = true;
      form.setValue(JSON.parse(text));
      form.root.ui.refreshUI();
      isQuiet = false;
    },
    /** Show messages at their fields, in the place of those that are there. */
    tell(text) {
      for (const part of parts()) {
        part.ui.control.messages.replaceChildren();
        part.ui.setAriaInvalid(false);
      }
      for (const { path, text: words } of JSON.parse(text)) {
        const { ui } = nearest(path);
        ui.control.messages.append(make("p", { class: "form-message" }, words));
        ui.setAriaInvalid(true);
      }
    },
    focus() {
      form.root.ui.focus();
    },
    focusProblem() {
      const bad = container.querySelector("[aria-invalid=true], fieldset:has(> .form-messages > .form-message)");
      (bad?.matches("fieldset") ? bad.querySelector("input, textarea, select, button") : bad)?.focus();
    },
    destroy() {
      form.destroy();
    },
  };
}
