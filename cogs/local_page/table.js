// Keep the player of each tab, offer the other tables, keep the newest message in sight.
"use strict";
(() => {
  const key = location.hash.slice(1);
  const fetchNow = window.fetch.bind(window);
  const ask = async () => {
    const answer = await fetchNow("/local/tables", { headers: { "X-Simcord-Capability": key } });
    return answer.ok ? answer.json() : null;
  };

  // Each tab keeps its player: the one of its address until the switch says otherwise.
  const seat = new URLSearchParams(location.search).get("as") || "1";
  window.fetch = async (url, options) => {
    if (url === "/api/pages" && options?.method === "POST") {
      if (sessionStorage.getItem("seat") !== seat) {
        sessionStorage.setItem("viewer", (await ask())?.people[Number(seat) - 1] || "");
        sessionStorage.setItem("seat", seat);
      }
      const viewer = sessionStorage.getItem("viewer");
      if (viewer) options = { ...options, body: JSON.stringify({ viewer_id: viewer }) };
    }
    return fetchNow(url, options);
  };
  document.addEventListener("change", (event) => {
    if (event.target.id === "viewer-picker") sessionStorage.setItem("viewer", event.target.value);
  }, true);

  // A switch between channels and threads; after a restart of the bot the page opens itself anew.
  const label = Object.assign(document.createElement("label"), { className: "viewer-control", textContent: "in " });
  const picker = Object.assign(document.createElement("select"), { id: "table-picker", ariaLabel: "Channel" });
  label.append(picker);
  picker.addEventListener("change", () => { location.hash = picker.value; });
  let run = null, names = "";
  const look = async () => {
    const news = await ask().catch(() => null);
    if (news && run && run !== news.run) { location.reload(); return; }
    if (news) {
      run = news.run;
      if (names !== JSON.stringify(news.tables)) {
        names = JSON.stringify(news.tables);
        picker.replaceChildren(...news.tables.map((t) => new Option(t.name, t.key, false, t.key === key)));
      }
    }
    setTimeout(look, 1000);
  };

  // Follow the conversation until the person scrolls up; pictures grow late, so keep looking.
  let newest = null, following = true;
  const follow = () => {
    const list = document.getElementById("channel-message-list"), frame = document.getElementById("channel-timeline");
    const last = list.lastElementChild?.dataset.messageId;
    if (last && last !== newest) { newest = last; following = true; }
    // SimCord draws all messages anew when a select opens; a picture that keeps its room keeps the page from jumping.
    for (const picture of list.querySelectorAll(".gallery-image"))
      if (picture.naturalHeight)
        picture.closest("article").style.setProperty("--ratio", picture.naturalWidth / picture.naturalHeight);
    const bottom = frame.scrollHeight - frame.clientHeight;
    if (following && bottom - frame.scrollTop > 2) frame.scrollTop = bottom;
  };

  // "in 10 minutes" grows old on an open page; SimCord writes it once.
  const units = [["day", 86400], ["hour", 3600], ["minute", 60], ["second", 1]];
  const words = new Intl.RelativeTimeFormat("en");
  const age = () => {
    for (const time of document.querySelectorAll("time.discord-timestamp")) {
      if (!/^in |ago$/.test(time.textContent)) continue;
      const seconds = (Date.parse(time.dateTime) - Date.now()) / 1000;
      const [unit, size] = units.find(([, size]) => Math.abs(seconds) >= size) || units[3];
      time.textContent = words.format(Math.round(seconds / size), unit);
    }
  };

  document.addEventListener("DOMContentLoaded", () => {
    document.querySelector(".viewer-control").after(label);
    const frame = document.getElementById("channel-timeline");
    for (const gesture of ["wheel", "touchmove", "keydown", "pointerdown"])
      frame.addEventListener(gesture, () => { following = false; }, { passive: true });
    setInterval(follow, 150);
    setInterval(age, 5000);
    look();
  });
  // An option with autocomplete offers its first choices at once, as Discord does, not only after a letter.
  document.addEventListener("focusin", (event) => {
    if (event.target.matches?.(".command-option-input[role=combobox]") && !event.target.value)
      event.target.dispatchEvent(new Event("input", { bubbles: true }));
  });
})();
