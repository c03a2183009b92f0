/* The parts of a form that hold others: objects, unions, lists. */

import { button, clone, make, said, select } from "./elements.js";

const BRANCHES = /^v\d+$/;

const emptyValue = (schema) => clone(schema["x-initial"] ?? { object: {}, array: [], string: "" }[schema.type]);

export function containersOf(Part) {
  class Container extends Part {
    get isContainer() {
      return true;
    }

    build() {
      this.body = make("div", { class: "form-body" });
      this.frame("legend", this.body);
    }

    child(key) {
      return this.instance.children.find((child) => child.key === key);
    }

    /** Put nodes into the body, touching only what is not in its place: what has the focus keeps it. */
    arrange(nodes) {
      nodes.forEach((node, index) => {
        if (this.body.children[index] !== node) this.body.insertBefore(node, this.body.children[index] ?? null);
      });
      while (this.body.children.length > nodes.length) this.body.lastChild.remove();
    }

    showBody() {
      this.body.hidden = this.state !== "given";
      this.refreshPresence();
    }

    focus() {
      this.body.querySelector("input, textarea, select, button")?.focus();
    }
  }

  class ObjectPart extends Container {
    static kind = "object";

    build() {
      super.build();
      this.doors = {};
      this.body.classList.toggle("form-pair", Boolean(this.schema["x-pair"]));
      if (!this.instance.parent) {
        const { container, messages } = this.control;
        container.replaceChildren(messages, this.body);
        container.className = "form-root";
        container.setAttribute("aria-label", "Form");
        container.removeAttribute("aria-labelledby");
      }
    }

    /** Where an optional part would be, until it is wanted. */
    door(key, schema) {
      const open = () => {
        const child = this.instance.createChild(schema, key, undefined, true);
        this.refreshUI();
        child.ui.focus();
      };
      const title = said(schema["x-title"]);
      const presence = select([["absent", "Not sent"], ["given", "Sent"]], `Send ${title}?`);
      presence.dataset.testid = "presence";
      presence.addEventListener("change", open);
      const about = [schema["x-description"], schema["x-default"]].filter(Boolean).join("\n");
      const name = schema["x-name"] || title;
      return make(
        "fieldset",
        { class: "form-field", "data-testid": "field", "data-name": name, "data-status": "not-sent" },
        make("legend", { class: "form-head" }, make("span", {}, title), make("span", { class: "form-slot" }, presence)),
        about ? make("small", { class: "form-description" }, about) : "",
      );
    }

    node(key, schema) {
      const child = this.child(key);
      if (!child) {
        if (schema["x-editor"] === "others") return undefined;
        return (this.doors[key] ??= this.door(key, this.instance.jedison.expand(schema)));
      }
      if (this.doors[key]) delete this.doors[key];
      child.ui.refreshUI();
      return child.ui.control.container;
    }

    focus() {
      const children = Object.keys(this.schema.properties).map((key) => this.child(key));
      const first = children.find(Boolean);
      if (first) first.ui.focus();
      else super.focus();
    }

    refreshUI() {
      if (this.instance.refreshingInstances) return; // once for all children, not once for each
      const nodes = Object.entries(this.schema.properties).map(([key, schema]) => this.node(key, schema));
      this.arrange(nodes.filter(Boolean));
      this.showBody();
    }
  }

  class Union extends Container {
    static kind = "union";

    build() {
      super.build();
      const { schema, title } = this;
      const nothing = schema["x-optional"] ? "Not sent" : "Choose…";
      const branches = Object.entries(schema.properties).filter(([key]) => BRANCHES.test(key));
      const entries = [["absent", nothing], ...branches.map(([key, branch]) => [key, this.branchTitle(branch)])];
      if (schema.properties.n) entries.push(["n", "null"]);
      this.chooser = select(entries, `Kind of ${title || "value"}`);
      this.chooser.dataset.testid = "kind";
      this.slot.append(this.chooser);
      this.control.input = this.chooser;
      this.chooser.setAttribute("aria-describedby", `${this.id}-description ${this.id}-messages`);
    }

    branchTitle(branch) {
      return said(branch["x-title"]) || said(this.instance.jedison.expand(branch)["x-title"]);
    }

    addEventListeners() {
      this.chooser.addEventListener("change", () => this.choose(this.chooser.value));
    }

    choose(key) {
      const { instance } = this;
      if (key === "absent") {
        instance.setValue({}, true, "user");
        return;
      }
      const before = this.child(key)?.getValue();
      const schema = instance.jedison.expand(this.schema.properties[key]);
      instance.setValue({ [key]: before ?? emptyValue(schema) }, true, "user");
    }

    get chosen() {
      return this.instance.isActive ? (Object.keys(this.instance.value)[0] ?? "absent") : "absent";
    }

    get state() {
      return { absent: "absent", n: "null" }[this.chosen] ?? "given";
    }

    refreshPresence() {
      this.control.container.dataset.status = { absent: "not-sent", null: "null", given: "sent" }[this.state];
    }

    refreshUI() {
      if (this.instance.refreshingInstances) return;
      this.chooser.value = this.chosen;
      const child = this.child(this.chosen);
      if (child) child.ui.refreshUI();
      this.arrange(child && this.chosen !== "n" ? [child.ui.control.container] : []);
      this.showBody();
    }

    focus() {
      this.chooser.focus();
    }
  }

  class List extends Container {
    static kind = "list";

    build() {
      super.build();
      this.rows = make("div", { class: "form-rows" });
      this.body.append(this.rows);
      if (this.schema.prefixItems) return;
      const add = () => {
        this.instance.addItem("user");
        this.instance.children.at(-1).ui.focus();
      };
      const label = `Add an item to ${this.title || "the list"}`;
      this.body.append(button("Add", label, add, { "data-testid": "add-item" }));
    }

    row(child, index, count) {
      const name = `${this.title || "item"} ${index + 1}`;
      const node = make("div", { class: "form-row", "data-testid": "item" }, child.ui.control.container);
      if (this.schema.prefixItems) return node;
      const move = (to, testid) => () => {
        this.instance.move(index, to, "user");
        this.rows.children[to].querySelector(`[data-testid=${testid}]:enabled, button:enabled`)?.focus();
      };
      const remove = () => {
        this.instance.deleteItem(index, "user");
        const next = this.rows.children[Math.min(index, this.rows.children.length - 1)] ?? this.body;
        next.querySelector("[data-testid=remove-item], [data-testid=add-item]")?.focus();
      };
      const up = button("↑", `Move ${name} up`, move(index - 1, "move-up"), { "data-testid": "move-up" });
      const down = button("↓", `Move ${name} down`, move(index + 1, "move-down"), { "data-testid": "move-down" });
      up.disabled = index === 0;
      down.disabled = index === count - 1;
      const drop = button("Remove", `Remove ${name}`, remove, { "data-testid": "remove-item" });
      node.append(make("span", { class: "form-tools" }, up, down, drop));
      return node;
    }

    refreshUI() {
      const { children } = this.instance;
      if (this.shown !== children) {
        this.shown = children;
        this.rows.replaceChildren(...children.map((child, index) => this.row(child, index, children.length)));
      }
      for (const child of children) child.ui.refreshUI();
      this.showBody();
    }
  }

  /** A list of a few words: one checkbox for each, in the order of checking. */
  class Checks extends Container {
    static kind = "checks";

    build() {
      super.build();
      this.boxes = this.schema["x-labels"].map((label, number) => {
        const box = make("input", { type: "checkbox", value: number });
        box.addEventListener("change", () => this.toggle(box));
        this.body.append(make("label", { class: "form-option" }, box, label));
        return box;
      });
      this.body.classList.add("form-options");
    }

    toggle(box) {
      const others = this.instance.getValue().filter((one) => one !== box.value);
      this.instance.setValue(box.checked ? [...others, box.value] : others, true, "user");
    }

    refreshUI() {
      const value = this.instance.isActive ? this.instance.value : [];
      for (const box of this.boxes) box.checked = value.includes(box.value);
      this.showBody();
    }
  }

  return [ObjectPart, Union, List, Checks];
}
