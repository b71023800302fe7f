"""Web Browsing: what is looked up, bought and discussed on the web."""

from __future__ import annotations

from omnigym.tasks.synthesis.composition.plots import Intent, Scenario, step
from omnigym.tasks.synthesis.composition.strands import pasted, stored
from omnigym.tasks.synthesis.composition.topics import ARTICLES, PLACES, PRODUCTS, THREADS

__all__ = ["SCENARIO"]

_ARTICLE = {"title": "{article}", "name": "{article}.txt"}

SCENARIO = Scenario(
    name="Web Research",
    place=8,
    categories=("Web Browsing",),
    online=True,
    intents=(
        Intent(
            name="read-up",
            persona="Somebody who has to give a talk next week",
            want="Read up on {topic}",
            stories=ARTICLES,
            steps=(
                step("article", "web/wiki-download", **_ARTICLE),
                step("cited", "web/wiki-cite", title="{article}", page="{article_page}"),
                step("watched", "web/wiki-watch", title="{article}"),
                *pasted("cited"),
                step("renamed", "files/move", "article"),
                *stored("article|renamed"),
                step("sent", "mail/send-file web/mail-attach", "article|renamed|zip"),
                step("chat", "skype/send-file zoom/share-file", "article"),
                step("waiting", "mail/flag-sent mail/forward-sent", "sent|paste-mail"),
                step("favourite", "web/add-favourite", url="wiki.contoso.com/wiki/{article_page}"),
                step("note", "sticky-notes/write"),
            ),
            core=("article", "cited"),
        ),
        Intent(
            name="way-there",
            persona="The one who always knows the way",
            want="Find the way to {place} for {topic}",
            stories=PLACES,
            steps=(
                step("route", "web/map-directions", start="{start}", end="{place}", name="{start} to {place}.txt"),
                step("saved", "web/map-save"),
                step("copied", "web/map-copy-address"),
                *pasted("copied"),
                *stored("route"),
                step("sent", "mail/send-file web/mail-attach", "route|zip|backup"),
                step("chat", "skype/send-file zoom/share-file", "route"),
                step("event", "events/create"),
                step("waiting", "mail/flag-sent mail/forward-sent", "sent|paste-mail"),
            ),
            core=("route", "copied"),
        ),
        Intent(
            name="shopping",
            persona="Somebody who buys for a group and keeps the receipts",
            want="Buy what we need for {topic}",
            stories=PRODUCTS,
            steps=(
                step("basket", "web/shop-basket", product="{product}", id="{product_id}"),
                step("wish", "web/shop-wish"),
                step("invoice", "web/shop-invoice"),
                *stored("invoice"),
                step("sent", "mail/send-file web/mail-attach", "invoice", subject="{title} - the invoice"),
                step("waiting", "mail/flag-sent mail/forward-sent", "sent"),
                step("list", "todo/new-list"),
                step("task", "todo/add-task", "list"),
                step("proof", "todo/attach-file", "task invoice"),
                step("page", "web/add-favourite", url="shop.northwind.com/product/{product_id}"),
            ),
            core=("basket", "invoice"),
        ),
        Intent(
            name="orders",
            persona="A customer of the Northwind store",
            want="Deal with my orders at the Northwind store",
            stories=PRODUCTS,
            steps=(
                step("invoice", "web/shop-invoice"),
                step("cancelled", "web/shop-cancel"),
                step("review", "web/shop-review"),
                step("wish", "web/shop-wish"),
                step("kept", "files/copy", "invoice"),
                step("sent", "mail/send-file", "invoice", subject="Invoice for you"),
                step("waiting", "mail/flag-sent mail/forward-sent", "sent"),
                step("zip", "7-zip/add", "invoice", archive="invoices.zip"),
            ),
            core=("invoice", "cancelled", "review"),
        ),
        Intent(
            name="forum",
            persona="A regular of the forum",
            want="Find out what others say about {topic}",
            stories=THREADS,
            steps=(
                step("answer", "web/forum-reply", thread="{thread}", id="{thread_id}"),
                step("follow", "web/forum-follow", thread="{thread}", id="{thread_id}"),
                step("text", "text/write-file word/write-document"),
                step("list", "web/forum-attach", "text", thread="{thread}", id="{thread_id}"),
                step("papers", "web/forum-download"),
                *stored("papers|text"),
                step("sent", "mail/send-file web/mail-attach", "papers|text"),
                step("waiting", "mail/flag-sent mail/forward-sent", "sent"),
                step("own-thread", "web/forum-new", thread="{title}", id="{stem}", text="{text}"),
            ),
            core=("list", "papers", "answer"),
        ),
    ),
)
